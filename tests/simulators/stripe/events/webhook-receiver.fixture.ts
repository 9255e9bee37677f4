import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';

export interface WebhookReceiver {
  url: string;
  secret: string;
  /** Every event with a valid signature, in order of arrival. */
  events: Stripe.Event[];
  /** The status codes of the next requests, one each; then 200. */
  answers: number[];
  stop(): Promise<void>;
}

/** Receives Stripe's webhooks and verifies them as the SDK does. */
export async function receiveWebhooks(secret = 'whsec_test'): Promise<WebhookReceiver> {
  const receiver = { url: '', secret, events: [] as Stripe.Event[], answers: [] as number[] };
  const stripe = new Stripe('sk_test_receiver');
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const status = receiver.answers.shift() ?? 200;
      const event = await stripe.webhooks.constructEventAsync(body, String(request.headers['stripe-signature']), receiver.secret);
      if (status === 200) receiver.events.push(event);
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  return Object.assign(receiver, {
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

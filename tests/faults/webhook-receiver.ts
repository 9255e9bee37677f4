import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A message to the webhook of IT. */
export interface Told {
  kind: string;
  alerts: { id: string; cause: string; sentence: string; step: string | null }[];
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Records what a webhook of alerts receives. */
export async function startWebhookReceiver() {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    void json(request).then((message) => {
      told.push(message as Told);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    told,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

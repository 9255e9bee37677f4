import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StripeFront {
  readonly port: number;
  /** Rejects every call as for a revoked key. */
  refuse: boolean;
  /** Moves the time of every response. */
  aheadMs: number;
  stop(): Promise<void>;
}

const refusal = JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });

/** Passes calls on to the Stripe simulator, or answers as Stripe does in a fault. */
export async function startStripeFront(target: number): Promise<StripeFront> {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (response) => {
      const date = new Date(Date.now() + front.aheadMs).toUTCString();
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, date });
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, outgoing) => {
    if (!front.refuse) return pass(incoming, outgoing);
    incoming.resume();
    outgoing.writeHead(401, { 'content-type': 'application/json' }).end(refusal);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const front: StripeFront = {
    port: (server.address() as AddressInfo).port,
    refuse: false,
    aheadMs: 0,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return front;
}

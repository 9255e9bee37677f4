import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export interface RunningServer {
  server: Server;
  port: number;
  /** Takes no new requests and lets those under way finish, at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** How long a connection may take for what. Node looks only every half minute whether one takes longer, unless told otherwise. */
const limits = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 30_000, connectionsCheckingInterval: 1_000 };

export async function startServer(app: Koa, host: string, port: number, shorter: Partial<typeof limits> = {}): Promise<RunningServer> {
  const answer = app.callback();
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  const server = createServer({ noDelay: true, ...limits, ...shorter }, (request, response) => {
    // a connection that was opened before and asks only now is kept alive no longer
    if (stopping) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    void answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    stop: (graceMs = 5_000) =>
      new Promise<void>((resolve) => {
        stopping = true;
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
        // connections of these requests end with their answers; left open they would delay the end
        for (const response of underWay) response.shouldKeepAlive = false;
      }),
  };
}

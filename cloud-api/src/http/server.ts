import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export interface RunningServer {
  server: Server;
  port: number;
  /** Accepts no new requests and lets current ones finish, for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** Time limits of a connection. By default, Node checks them only every half minute. */
const limits = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 30_000, connectionsCheckingInterval: 1_000 };

export async function startServer(app: Koa, host: string, port: number, shorter: Partial<typeof limits> = {}): Promise<RunningServer> {
  const answer = app.callback();
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  const server = createServer({ noDelay: true, ...limits, ...shorter }, (request, response) => {
    // a connection opened earlier that sends its request only now is not kept alive
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
        // connections of these requests close after their response; left open they would delay the stop
        for (const response of underWay) response.shouldKeepAlive = false;
      }),
  };
}

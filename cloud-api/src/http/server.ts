import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningServer {
  server: Server;
  port: number;
  /** Closes each connection after its next response, so that a proxy moves to other instances. */
  drain(): void;
  /** Accepts no new requests and lets current ones finish, for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** Time limits of a connection. By default, Node checks them only every half minute. */
const limits = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 30_000, connectionsCheckingInterval: 1_000 };

/** Responds to a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export async function startServer(
  answer: RequestHandler,
  host: string,
  port: number,
  shorter: Partial<typeof limits> = {},
): Promise<RunningServer> {
  const underWay = new Set<ServerResponse>();
  let draining = false;
  const server = createServer({ noDelay: true, ...limits, ...shorter }, (request, response) => {
    // a connection opened earlier that sends its request only now is not kept alive
    if (draining) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    void answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const drain = (): void => {
    draining = true;
    for (const response of underWay) response.shouldKeepAlive = false;
  };
  return {
    server,
    port: (server.address() as AddressInfo).port,
    drain,
    // longer than browsers wait for a response
    stop: (graceMs = 20_000) =>
      new Promise<void>((resolve) => {
        // left open, connections of current requests would delay the stop
        drain();
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpListener } from './http-listener.ts';
import { BodyTooLarge, checkLength, readDocuments } from './push-body.ts';
import { RateLimit } from './rate-limit.ts';
import { isSameText } from './same-text.ts';
import { addressOf } from './tcp.ts';

/** A device that posts to the agent. */
export interface PushRoute {
  /** The path without its last segment, which is the secret. */
  path: string;
  secret: string;
  /** The only peer that may post. */
  address: string;
  /** Receives the texts of a post, without pictures. An empty list: the post was damaged. */
  take(documents: readonly string[]): void;
  /** Receives why posts do not arrive, as a sentence for IT; null if they can. */
  report(problem: string | null): void;
}

export interface PushReceiverOptions {
  /** An address of this computer in the site's network. */
  host: string;
  port: number;
  routes: readonly PushRoute[];
}

const maxConnections = 64;
/** Connections of peers that are no device of ours, so that they cannot use up the others. */
const maxForeign = 8;

/** The one HTTP server of an agent, for devices that post their events. Everything else gets 404. */
export class PushReceiver {
  readonly #options: PushReceiverOptions;
  readonly #addresses: ReadonlySet<string>;
  readonly #limits: ReadonlyMap<PushRoute, RateLimit>;
  readonly #server: Server;
  readonly #listener: HttpListener;
  #foreign = 0;

  constructor(options: PushReceiverOptions) {
    this.#options = options;
    this.#addresses = new Set(options.routes.map(({ address }) => address));
    this.#limits = new Map(options.routes.map((route) => [route, new RateLimit({ perSecond: 10, burst: 100 })]));
    this.#server = createServer({ requestTimeout: 15_000, headersTimeout: 5_000 }, (request, response) => {
      void this.#serve(request, response);
    });
    // a device that asks first sends no body that would be refused
    this.#server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      void this.#serve(request, response, () => response.writeContinue());
    });
    this.#server.maxConnections = maxConnections;
    this.#server.on('connection', (socket) => this.#accept(socket));
    const { host, port, routes } = options;
    const onProblem = (problem: string | null): void => routes.forEach((route) => route.report(problem));
    this.#listener = new HttpListener(this.#server, { host, port, onProblem });
  }

  /** The port in use; 0 while it does not listen. */
  get port(): number {
    return this.#listener.port;
  }

  /** Begins to listen. Returns at once; an address that is not available yet is retried without limit. */
  start(): void {
    this.#listener.start();
  }

  stop(): Promise<void> {
    return this.#listener.stop();
  }

  #accept(socket: Socket): void {
    if (this.#addresses.has(addressOf(socket))) return;
    if (this.#foreign >= maxForeign) return void socket.destroy();
    this.#foreign += 1;
    socket.once('close', () => (this.#foreign -= 1));
  }

  /** @param accept called before the body is read */
  async #serve(request: IncomingMessage, response: ServerResponse, accept?: () => void): Promise<void> {
    const route = this.#admitted(request);
    if (!route) return refuse(response, 404);
    if (!this.#limits.get(route)?.allows(performance.now())) return refuse(response, 429);
    try {
      checkLength(request);
      accept?.();
      const documents = await readDocuments(request);
      // before anything else: a device that waits for its response sends again
      response.writeHead(200, { 'Content-Length': 0 }).end();
      route.take(documents);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) return void response.destroy();
      route.report(error.message);
      refuse(response, 413);
    }
  }

  /** Returns the device that posts, by address and secret. A wrong one of either is reported at the device that it belongs to. */
  #admitted({ method, url = '', socket }: IncomingMessage): PushRoute | null {
    const address = addressOf(socket);
    const [path = ''] = url.split('?');
    const byPath = this.#options.routes.filter((route) => isSameText(path, `${route.path}/${route.secret}`));
    const [route] = byPath.filter((found) => found.address === address);
    if (route && method === 'POST') return route;
    for (const other of byPath) {
      if (other.address !== address) other.report(`its posts come from ${address}; 'host' is ${other.address}`);
    }
    for (const other of this.#options.routes) {
      if (byPath.length === 0 && other.address === address) other.report(`it posts to another path than ${other.path}/<secret>`);
    }
    return null;
  }
}

/** Responds without reading the body. */
function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Length': 0, Connection: 'close' }).end();
}

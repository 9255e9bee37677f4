import { once } from 'node:events';
import type { Server } from 'node:http';
import { pause } from './reconnect.ts';

export interface HttpListenerOptions {
  host: string;
  port: number;
  /** Receives why the server does not listen, as a sentence for IT; null once it does. */
  onProblem: (problem: string | null) => void;
}

const listenAgainMs = 5_000;

/** Listens with an HTTP server. An address that is not available yet is retried without limit. */
export class HttpListener {
  readonly #server: Server;
  readonly #options: HttpListenerOptions;
  readonly #stopping = new AbortController();
  #port = 0;
  #running: Promise<void> | undefined;

  constructor(server: Server, options: HttpListenerOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** The port in use; 0 while it does not listen. */
  get port(): number {
    return this.#port;
  }

  /** Returns at once. */
  start(): void {
    this.#running ??= this.#listen();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #listen(): Promise<void> {
    const { host, port, onProblem } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await once(this.#server.listen(port, host), 'listening');
        const address = this.#server.address();
        this.#port = typeof address === 'object' && address ? address.port : port;
        return onProblem(null);
      } catch (error) {
        onProblem(`the agent can’t listen on ${host}:${port}: ${(error as Error).message}`);
        await pause(listenAgainMs, signal);
      }
    }
  }
}

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
  #isRefusing = false;

  constructor(server: Server, options: HttpListenerOptions) {
    this.#server = server;
    this.#options = options;
    server.on('error', (error) => this.#refused(error));
    server.on('connection', () => this.#accepted());
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

  /** While it listens, the system may lack a file descriptor for a connection; without a listener that would end the process. */
  #refused(error: Error): void {
    if (!this.#server.listening) return;
    const { host, port, onProblem } = this.#options;
    this.#isRefusing = true;
    onProblem(`the agent can’t accept a connection on ${host}:${port}: ${error.message}`);
  }

  #accepted(): void {
    if (!this.#isRefusing) return;
    this.#isRefusing = false;
    this.#options.onProblem(null);
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

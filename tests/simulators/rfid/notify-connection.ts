import { connect, type Socket } from 'node:net';

const retryMs = 500;

/** The connection of a reader that connects to its host, as Alien's notify mode does. It is opened again while the reader is on. */
export class NotifyConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #retry: NodeJS.Timeout | undefined;

  /** @param port of the host on this machine */
  constructor(port: number) {
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  get connections(): number {
    return this.#socket?.readyState === 'open' ? 1 : 0;
  }

  async listen(): Promise<void> {
    if (!this.#socket && !this.#retry) this.#connect();
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#socket?.removeAllListeners('close').destroy();
    this.#socket = undefined;
  }

  drop(): void {
    this.#socket?.destroy();
  }

  send(bytes: Uint8Array): void {
    this.#socket?.write(bytes);
  }

  #connect(): void {
    this.#retry = undefined;
    this.#socket = connect({ port: this.#port, host: '127.0.0.1' });
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => {
      this.#socket = undefined;
      this.#retry = setTimeout(() => this.#connect(), retryMs);
    });
  }
}

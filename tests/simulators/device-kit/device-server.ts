import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** The TCP side of a simulated device: loopback only, on one port, and it can be switched off and on. */
export class DeviceServer {
  readonly #onConnection: (socket: Socket) => void;
  readonly #tls: TlsOptions | undefined;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port: number;

  /**
   * @param port 0 for a free port
   * @param tls for a device that speaks TLS
   */
  constructor(port: number, onConnection: (socket: Socket) => void, tls?: TlsOptions) {
    this.#port = port;
    this.#onConnection = onConnection;
    this.#tls = tls;
  }

  get port(): number {
    return this.#port;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  async listen(): Promise<void> {
    if (this.#server) return;
    const accept = (socket: Socket): void => this.#accept(socket);
    const server = this.#tls ? createTlsServer({ noDelay: true, ...this.#tls }, accept) : createServer({ noDelay: true }, accept);
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Switches the device off: closes open connections and refuses new ones. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.drop();
    if (!server) return;
    server.close();
    await once(server, 'close');
  }

  /** Closes all connections; new ones are accepted. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  send(bytes: Uint8Array): void {
    for (const socket of this.#sockets) socket.write(bytes);
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    // Clients may disconnect at any time; the close handler below cleans up.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
    this.#onConnection(socket);
  }
}

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The TCP side of a simulated device: loopback only, one fixed port once chosen, and it can be switched off and on again. */
export class DeviceServer {
  readonly #onConnection: (socket: Socket) => void;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port: number;

  /** @param port 0 for a free one */
  constructor(port: number, onConnection: (socket: Socket) => void) {
    this.#port = port;
    this.#onConnection = onConnection;
  }

  get port(): number {
    return this.#port;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Switches the device on. */
  async listen(): Promise<void> {
    if (this.#server) return;
    const server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Switches the device off: connections are cut, new ones are refused. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.drop();
    if (!server) return;
    server.close();
    await once(server, 'close');
  }

  /** Cuts every connection; new ones are taken. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  send(bytes: Uint8Array): void {
    for (const socket of this.#sockets) socket.write(bytes);
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    // A client that disconnects is ordinary for a device; the close below handles it.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
    this.#onConnection(socket);
  }
}

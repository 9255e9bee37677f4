import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A port in front of another: the line to a database or broker, to be cut and mended. */
export interface Forwarder {
  port: number;
  /** Ends every connection and takes no new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Takes what comes and passes nothing on, until it is cut. */
  stall(): void;
  stop(): Promise<void>;
}

export async function forwardTo(target: { host: string; port: number }): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.once('close', () => sockets.delete(socket));
  };
  const stalled = new Set<() => void>();
  const server = net.createServer((near) => {
    const far = keep(net.connect(target));
    keep(near).pipe(far).pipe(near);
    stalled.add(() => near.unpipe(far).resume());
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    sockets.forEach((socket) => socket.destroy());
    await closed;
  };
  const stall = (): void => {
    for (const stallOne of stalled) stallOne();
  };
  return { port, cut, mend: () => listen(port), stall, stop: cut };
}

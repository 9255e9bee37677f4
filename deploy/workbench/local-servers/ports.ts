import net from 'node:net';
import { scaledTimeout } from './processes/timeouts.ts';

export const LOOPBACK = '127.0.0.1';

/** Returns a free TCP port of the loopback address. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port'))));
    });
  });
}

/** Whether something accepts connections on the port. */
export function accepts(port: number, host = LOOPBACK): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: scaledTimeout(5_000) });
    const answer = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}

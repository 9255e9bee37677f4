import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Aedes } from 'aedes';

/** Starts aedes without the rules of our broker: anyone may sign in, publish and retain anything. */
export async function startOpenBroker(): Promise<{ url: string; stop(): Promise<void> }> {
  const aedes = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, aedes.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

export interface TcpProxy {
  readonly port: number;
  /** Cuts every connection and refuses new ones. */
  cut(): void;
  /** Holds all data back: connections stay open, nothing passes either way; `restore` lets it pass, however late. */
  hold(): void;
  /** Passes what clients send so much later; 0 ends it. */
  slow(ms: number): void;
  /** Ends `cut` and `hold`. */
  restore(): void;
  /** New connections go to this port. */
  moveTo(target: number): void;
  /** Cuts the connection before the next bytes from a client that contain `text`: they never arrive. */
  cutBefore(text: string): Promise<void>;
  stop(): Promise<void>;
}

type State = 'open' | 'held' | 'cut';

interface Trap {
  text: string;
  sprung: () => void;
}

/** Returns a function that writes in order, each chunk after the delay of its time. */
function inOrder(far: Socket, delayMs: () => number): (bytes: Buffer) => void {
  let waiting = 0;
  let last = Promise.resolve();
  return (bytes) => {
    const ms = delayMs();
    if (ms === 0 && waiting === 0) return void far.write(bytes);
    waiting += 1;
    const before = last;
    last = sleep(ms)
      .then(() => before)
      .then(() => {
        waiting -= 1;
        far.write(bytes);
      });
  };
}

/** A proxy to `target` with which tests cause network faults. */
export async function startTcpProxy(firstTarget: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let target = firstTarget;
  let state: State = 'open';
  let trap: Trap | null = null;
  let delayMs = 0;

  const hold = (): void => {
    state = 'held';
    for (const socket of sockets) socket.pause();
  };
  const cut = (): void => {
    state = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  const restore = (): void => {
    state = 'open';
    for (const socket of sockets) socket.resume();
  };
  const springsTrap = (bytes: Buffer): boolean => {
    if (!trap || !bytes.includes(trap.text)) return false;
    cut();
    trap.sprung();
    trap = null;
    return true;
  };

  const server = createServer({ noDelay: true }, (client) => {
    if (state === 'cut') return client.destroy();
    const far = connect({ port: target, host: LOOPBACK, noDelay: true });
    const write = inOrder(far, () => delayMs);
    client.on('data', (bytes: Buffer) => springsTrap(bytes) || write(bytes));
    far.on('data', (bytes: Buffer) => client.write(bytes));
    for (const [socket, other] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(socket);
      if (state === 'held') socket.pause();
      // errors are expected here; 'close' follows and closes the other end
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    cut,
    hold,
    slow: (ms) => void (delayMs = ms),
    restore,
    moveTo: (next) => void (target = next),
    cutBefore: (text) => new Promise((sprung) => (trap = { text, sprung })),
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

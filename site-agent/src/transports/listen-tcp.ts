import { once } from 'node:events';
import { createServer } from 'node:net';
import { socketTransport } from './socket-transport.ts';
import { addressOf } from './tcp.ts';
import { TransportError, type Transport } from './transport.ts';

export interface ListenOptions {
  port: number;
  /** The device's IP address. Other connections are refused. */
  from: string;
  signal: AbortSignal;
}

export interface Listening {
  readonly isOpen: boolean;
  /** Address of the last connection that was refused; null if there was none. */
  readonly refused: string | null;
  /** Resolves when the port is free again, with the cause. */
  readonly closed: Promise<string>;
}

/** Of one device at a time; some open the next connection before the last one has ended. */
const maxConnections = 4;

const keepAliveMs = 10_000;
const writeTimeoutMs = 2_000;

/**
 * Listens for a device that connects to the agent.
 * @throws TransportError if the port cannot be opened
 */
export async function listenTcp({ port, from, signal }: ListenOptions, onConnection: (transport: Transport) => void): Promise<Listening> {
  const transports = new Set<Transport>();
  let refused: string | null = null;
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs }, (socket) => {
    const peer = addressOf(socket);
    if (peer !== from) {
      refused = peer;
      return void socket.destroy();
    }
    const transport = socketTransport(socket, peer, () => socket.resetAndDestroy(), { timeoutMs: writeTimeoutMs });
    transports.add(transport);
    void transport.closed.then(() => transports.delete(transport));
    onConnection(transport);
  });
  server.maxConnections = maxConnections;
  server.listen(port);
  try {
    await once(server, 'listening', { signal });
  } catch (error) {
    server.close();
    throw new TransportError(`port ${port}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  let cause = 'closed by the agent';
  const close = (): void => {
    server.close();
    for (const transport of transports) transport.close();
  };
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  server.on('error', (error) => {
    cause = error.message;
    close();
  });
  const closed = new Promise<string>((resolve) => {
    server.once('close', () => {
      signal.removeEventListener('abort', close);
      resolve(`port ${port}: ${cause}`);
    });
  });
  return {
    get isOpen() {
      return server.listening;
    },
    get refused() {
      return refused;
    },
    closed,
  };
}

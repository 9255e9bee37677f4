import type { Socket } from 'node:net';
import { TransportError, type OpenOptions, type Transport } from './transport.ts';

const checkNetwork = 'check its power, its cable and its address';

/** Errors of the system whose text does not say what to do. */
const meanings: Partial<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections; check that it is on, and its port',
  EHOSTUNREACH: `unreachable; ${checkNetwork}`,
  ENETUNREACH: `unreachable; ${checkNetwork}`,
  ETIMEDOUT: `unreachable; ${checkNetwork}`,
  ENOTFOUND: "its name can’t be resolved; check 'host'",
};

/** An attempt to connect a socket: its peer for messages, and the event that ends it. */
interface Attempt extends OpenOptions {
  peer: string;
  event: 'connect' | 'secureConnect';
  /** Returns what an error means, if its own text does not say it. */
  explain?: (error: NodeJS.ErrnoException) => string | undefined;
}

/**
 * Waits until a socket is connected. It keeps an error listener: its `close` event follows each error.
 * @throws TransportError if it is refused or not connected within `timeoutMs`
 */
export function connected<S extends Socket>(socket: S, { peer, event, explain, timeoutMs, signal, attemptSignal }: Attempt): Promise<S> {
  const signals = [signal, attemptSignal].filter((given) => given !== undefined);
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Error('canceled'));
    const deadline = setTimeout(() => socket.destroy(new Error(`connection timed out; ${checkNetwork}`)), timeoutMs);
    const settle = () => {
      clearTimeout(deadline);
      for (const given of signals) given.removeEventListener('abort', giveUp);
    };
    socket.on('error', (error: NodeJS.ErrnoException) => {
      settle();
      reject(new TransportError(`${peer}: ${explain?.(error) ?? meanings[error.code ?? ''] ?? error.message}`, { cause: error }));
    });
    socket.once(event, () => {
      settle();
      resolve(socket);
    });
    for (const given of signals) given.addEventListener('abort', giveUp);
    if (signals.some(({ aborted }) => aborted)) giveUp();
  });
}

/** @param reset closes the TCP connection at once, without sending what is still in its buffers */
export function socketTransport(socket: Socket, peer: string, reset: () => void, options: OpenOptions): Transport {
  let cause = 'the device closed the connection';
  const close = () => {
    cause = 'closed by the agent';
    socket.destroy();
  };
  socket.on('error', (error) => (cause = error.message));
  // a peer that has closed its side will not read ours either: half-open connections are useless to every device here
  socket.once('end', () => socket.destroy());
  options.signal?.addEventListener('abort', close);
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      options.signal?.removeEventListener('abort', close);
      resolve(`${peer}: ${cause}`);
    });
  });
  return {
    get isOpen() {
      return !socket.destroyed;
    },
    closed,
    close,
    abort() {
      cause = 'closed by the agent';
      reset();
    },
    onData: (listener) => void socket.on('data', listener),
    write(bytes, deadline) {
      deadline.check();
      return writeWithin(socket, bytes, options.writeTimeoutMs ?? options.timeoutMs, peer);
    },
  };
}

function writeWithin(socket: Socket, bytes: Uint8Array, timeoutMs: number, peer: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      socket.destroy(new Error('the device stopped accepting data'));
      reject(new TransportError(`${peer}: the device stopped accepting data`));
    }, timeoutMs);
    socket.write(bytes, (error) => {
      clearTimeout(deadline);
      if (error) reject(new TransportError(`${peer}: ${error.message}`));
      else resolve();
    });
  });
}

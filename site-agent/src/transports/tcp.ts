import { connect, type Socket } from 'node:net';
import { TransportError, type OpenOptions, type Transport } from './transport.ts';

export interface TcpAddress {
  host: string;
  port: number;
}

/** Detects within half a minute that a silent peer has lost power: nothing else shows it on a connection where only the peer sends. */
const keepAliveMs = 10_000;

/**
 * Opens a TCP connection with Nagle's algorithm off.
 * @throws TransportError if it is refused or cannot be opened within `timeoutMs`
 */
export async function openTcp(options: TcpAddress & OpenOptions): Promise<Transport> {
  const socket = await connected(options);
  const peer = `${options.host}:${options.port}`;
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
      socket.resetAndDestroy();
    },
    onData: (listener) => void socket.on('data', listener),
    write(bytes, deadline) {
      deadline.check();
      return writeWithin(socket, bytes, options.writeTimeoutMs ?? options.timeoutMs, peer);
    },
  };
}

/** Returns a connected socket with an error listener: its `close` event follows each error. */
function connected({ host, port, timeoutMs, signal, attemptSignal }: TcpAddress & OpenOptions): Promise<Socket> {
  const signals = [signal, attemptSignal].filter((given) => given !== undefined);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs });
    const giveUp = () => socket.destroy(new Error('canceled'));
    const deadline = setTimeout(() => socket.destroy(new Error('connection timed out')), timeoutMs);
    const settle = () => {
      clearTimeout(deadline);
      for (const given of signals) given.removeEventListener('abort', giveUp);
    };
    socket.on('error', (error) => {
      settle();
      reject(new TransportError(`${host}:${port}: ${error.message}`, { cause: error }));
    });
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
    for (const given of signals) given.addEventListener('abort', giveUp);
    if (signals.some(({ aborted }) => aborted)) giveUp();
  });
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

import { connect, type Socket } from 'node:net';
import { TransportError, type Transport } from './transport.ts';

export interface TcpAddress {
  host: string;
  port: number;
}

export interface TcpOptions extends TcpAddress {
  /** Deadline for connecting, in milliseconds, and for each write unless it has its own. */
  timeoutMs: number;
  writeTimeoutMs?: number;
  signal?: AbortSignal;
}

/** Finds out in half a minute that a silent peer has lost its power: nothing else tells on a connection where only the peer sends. */
const keepAliveMs = 10_000;

/**
 * A connected socket, Nagle off, with errors already listened to: its `close` event tells of them.
 * @param options `signal` ends the attempt, not the connected socket
 * @throws TransportError when it is refused or not accepted within `timeoutMs`
 */
export function dialTcp({ host, port, timeoutMs, signal }: TcpOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs });
    const giveUp = () => socket.destroy(new Error('given up'));
    const deadline = setTimeout(() => socket.destroy(new Error('no connection in time')), timeoutMs);
    const settle = () => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', giveUp);
    };
    socket.on('error', (error) => {
      settle();
      reject(new TransportError(`${host}:${port}: ${error.message}`, { cause: error }));
    });
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
  });
}

/**
 * A TCP connection.
 * @param options `signal` ends the attempt and the open connection
 * @throws TransportError when it cannot be opened within `timeoutMs`
 */
export async function openTcp(options: TcpOptions): Promise<Transport> {
  const socket = await dialTcp(options);
  const peer = `${options.host}:${options.port}`;
  let cause = 'the device closed the line';
  const close = () => {
    cause = 'closed by us';
    socket.destroy();
  };
  socket.on('error', (error) => (cause = error.message));
  // A peer that has closed its side will not read ours either: half-open connections are of no use to any device here.
  socket.once('end', () => socket.destroy());
  options.signal?.addEventListener('abort', close);
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      options.signal?.removeEventListener('abort', close);
      resolve(`${peer}: ${cause}`);
    });
  });
  return {
    closed,
    close,
    onData: (listener) => void socket.on('data', listener),
    write: (bytes) => writeWithin(socket, bytes, options.writeTimeoutMs ?? options.timeoutMs, peer),
  };
}

function writeWithin(socket: Socket, bytes: Uint8Array, timeoutMs: number, peer: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      socket.destroy(new Error('the device took no more bytes'));
      reject(new TransportError(`${peer}: the device took no more bytes`));
    }, timeoutMs);
    socket.write(bytes, (error) => {
      clearTimeout(deadline);
      if (error) reject(new TransportError(`${peer}: ${error.message}`));
      else resolve();
    });
  });
}

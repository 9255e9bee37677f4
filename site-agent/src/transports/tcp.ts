import { connect, type Socket } from 'node:net';
import { connected, socketTransport } from './socket-transport.ts';
import type { OpenOptions, Transport } from './transport.ts';

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
  const socket = await connectTcp(options);
  return socketTransport(socket, peerOf(options), () => socket.resetAndDestroy(), options);
}

/** @throws TransportError if it is refused or cannot be opened within `timeoutMs` */
export function connectTcp({ host, port, ...options }: TcpAddress & OpenOptions): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs });
  return connected(socket, { ...options, peer: peerOf({ host, port }), event: 'connect' });
}

/** The peer's address, an IPv4 one without the IPv6 prefix that it has at a server for both. */
export const addressOf = ({ remoteAddress = '' }: Socket): string => remoteAddress.replace(/^::ffff:/u, '');

/** The peer as messages name it. */
export function peerOf({ host, port }: TcpAddress): string {
  return `${host}:${port}`;
}

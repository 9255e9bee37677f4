import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { liveBeatMs } from '@washdesk/contracts/system/live';
import { customerNetwork } from '../common/networks.ts';
import { addressOf, type IsBlocked } from './access/admission.ts';

/** An open socket after its ticket. */
export interface TicketSocket<Grant> {
  grant: Grant;
  send(message: object): void;
  close(reason: string): void;
  /** Adds a handler for later messages. Without one they are ignored. */
  onMessage(handler: (text: string) => void): void;
}

/** What a feature provides to the sockets of one path. */
export interface TicketSockets<Grant> {
  redeem(ticket: string): Promise<Grant | null>;
  /** Called with every heartbeat: another process may have ended the session. */
  stillAllowed(grant: Grant): Promise<boolean>;
  /** @returns removes the socket, called once it is closed */
  join(socket: TicketSocket<Grant>): () => void;
}

/** Sockets that have not sent their ticket yet: all browsers of a site may connect at once after a restart. */
const mostWithoutTicket = { ofNetwork: 30, ofAll: 200 };
const ticketWithinMs = 5_000;
/** Another process may have ended a session: its sockets are checked as often as its calls. */
const heartbeatMs = liveBeatMs;
const closedWithinMs = 1_000;
/** Bytes buffered for a slow browser before it is disconnected; it then reconnects. */
const mostBuffered = 1_000_000;

const closing = { restart: 1012, badTicket: 4401, ended: 4403, slow: 4408 } as const;

function refuse(socket: Duplex, line: string): void {
  // a browser that disconnects meanwhile gets no response
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`);
}

function ticketIn(data: unknown): string | null {
  try {
    const { ticket } = JSON.parse(String(data)) as { ticket?: unknown };
    return typeof ticket === 'string' ? ticket : null;
  } catch {
    return null;
  }
}

/** A browser sees no pings of its socket, so it is told by a message that the connection works. */
const beatMessage = JSON.stringify({ type: 'beat' });

/** Ends a socket whose browser is disconnected or whose session has ended. */
function beat(socket: WebSocket, stillAllowed: () => Promise<boolean>, end: (reason: string) => void): void {
  let alive = true;
  socket.on('pong', () => (alive = true));
  const round = async (): Promise<void> => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
    socket.send(beatMessage);
    if (!(await stillAllowed())) end('The session has ended');
    return undefined;
  };
  // if the database is unreachable, the right to listen is unknown: the next round checks again
  const timer = setInterval(() => void round().catch((error: unknown) => socket.emit('error', error)), heartbeatMs);
  socket.once('close', () => clearInterval(timer));
}

/** @param onTicket called once, when the socket has sent its first message or closed */
function welcome<Grant>(socket: WebSocket, sockets: TicketSockets<Grant>, onTicket: () => void): void {
  const late = setTimeout(() => socket.close(closing.badTicket, 'No ticket'), ticketWithinMs);
  socket.once('close', () => {
    clearTimeout(late);
    onTicket();
  });
  socket.once('message', (data) => {
    clearTimeout(late);
    onTicket();
    sockets.redeem(ticketIn(data) ?? '').then(
      (grant) => (grant ? open(socket, sockets, grant) : socket.close(closing.badTicket, 'The ticket is not valid')),
      // the database is unreachable: the browser reconnects with another ticket
      (error: unknown) => {
        socket.emit('error', error);
        socket.terminate();
      },
    );
  });
}

function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  // a browser that does not respond keeps no connection
  setTimeout(() => socket.terminate(), closedWithinMs).unref();
}

function open<Grant>(socket: WebSocket, sockets: TicketSockets<Grant>, grant: Grant): void {
  if (socket.readyState !== socket.OPEN) return;
  const send = (message: object): void => {
    if (socket.bufferedAmount > mostBuffered) socket.close(closing.slow, 'Too slow');
    else socket.send(JSON.stringify(message));
  };
  const end = (reason: string): void => closeSocket(socket, closing.ended, reason);
  const onMessage = (handler: (text: string) => void): void => void socket.on('message', (data: unknown) => handler(String(data)));
  const leave = sockets.join({ grant, send, close: end, onMessage });
  socket.once('close', leave);
  const stillAllowed = (): Promise<boolean> => sockets.stillAllowed(grant);
  // the session may have ended since its ticket was issued
  void stillAllowed().then(
    (allowed) => allowed || end('The session has ended'),
    (error: unknown) => socket.emit('error', error),
  );
  beat(socket, stillAllowed, end);
}

interface Serving {
  publicUrl: string;
  log: Logger;
  /** Number of proxies in front of the server. */
  proxies: number;
  isBlocked: IsBlocked;
  /** Called when more addresses are blocked: their open sockets end. */
  onBlocked: (tell: () => void) => void;
}

/**
 * Serves the sockets of each path. A browser's first message is its ticket. A page of another origin is rejected before the upgrade.
 * @param byPath in lower case
 * @returns closes all sockets; their browsers reconnect to another instance
 */
export function serveSockets<Grant>(
  server: Server,
  byPath: Readonly<Record<string, TicketSockets<Grant>>>,
  { publicUrl, log, proxies, isBlocked, onBlocked }: Serving,
): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 8_192 });
  const addresses = new WeakMap<WebSocket, string>();
  const withoutTicket = new Map<WebSocket, string>();
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // parsed by hand: as a URL it may be invalid, and the error would not be caught here
    const [pathname = ''] = (request.url ?? '').split('?');
    const address = addressOf(request, proxies);
    if (isBlocked(address)) return refuse(socket, '403 Forbidden');
    const path = pathname.toLowerCase().replace(/\/$/, '');
    const served = Object.hasOwn(byPath, path) ? byPath[path] : undefined;
    if (!served) return refuse(socket, '404 Not Found');
    if (request.headers.origin !== publicUrl) return refuse(socket, '401 Unauthorized');
    const network = customerNetwork(address);
    const ofNetwork = [...withoutTicket.values()].filter((one) => one === network).length;
    if (ofNetwork >= mostWithoutTicket.ofNetwork || withoutTicket.size >= mostWithoutTicket.ofAll)
      return refuse(socket, '429 Too Many Requests');
    return sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', (error) => log.debug({ err: error, path }, 'Socket failed'));
      addresses.set(opened, address);
      withoutTicket.set(opened, network);
      welcome(opened, served, () => withoutTicket.delete(opened));
    });
  };
  onBlocked(() => {
    for (const socket of sockets.clients) if (isBlocked(addresses.get(socket) ?? '')) socket.terminate();
  });
  server.on('upgrade', upgrade);
  return () => {
    server.off('upgrade', upgrade);
    for (const socket of sockets.clients) closeSocket(socket, closing.restart, 'Restarting');
    sockets.close();
  };
}

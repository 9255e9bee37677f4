import { liveBeatMs } from '@washdesk/contracts/system/live';

/** The server beats more often: a socket that is silent for longer is not connected, whatever the browser reports. */
export const silentMs = 2.4 * liveBeatMs;

/** `lost`: no further reconnects until a person starts it again. */
export type SocketState = 'connecting' | 'live' | 'lost';

export interface TicketSocketOptions {
  /** The path of the API that the socket opens. */
  path: string;
  /** Returns a new single-use ticket for each connection. */
  ticket: () => Promise<string>;
  /** Receives the parsed JSON of each message but the first. */
  onMessage: (content: unknown) => void;
  /** Whether a message is the server's first after a valid ticket. */
  isReady: (content: unknown) => boolean;
  onState: (state: SocketState) => void;
  /** Called with each message of the server, also with its beats. */
  onHeard?: (() => void) | undefined;
  reconnectMs: number;
  /** How often it reconnects until it is ready again. */
  reconnects: number;
}

export interface TicketSocket {
  /** @returns false if there is no connection */
  send: (message: object) => boolean;
  close: () => void;
  /** Connects now, with all reconnects. */
  restart: () => void;
}

/** Keeps one socket open until `close`; its first message is a ticket. Being ready resets the reconnects. */
export function openTicketSocket(options: TicketSocketOptions): TicketSocket {
  const { path, ticket, onMessage, isReady, onState, onHeard, reconnectMs, reconnects } = options;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let reconnectsLeft = reconnects;
  let closed = false;
  let ready = false;
  /** Counts the connections: what an earlier one reports is ignored. */
  let current = 0;

  const connect = async (): Promise<void> => {
    const mine = (current += 1);
    const isCurrent = (): boolean => !closed && mine === current;
    try {
      const firstMessage = JSON.stringify({ ticket: await ticket() });
      if (!isCurrent()) return;
      socket = new WebSocket(addressOf(path));
      socket.addEventListener('open', (event) => (event.target as WebSocket).send(firstMessage));
      socket.addEventListener('message', (event) => isCurrent() && receive(event.data));
      socket.addEventListener('close', () => isCurrent() && reconnect(), { once: true });
      awaitMessage();
    } catch {
      // An API that issues no ticket counts as a lost connection.
      if (isCurrent()) reconnect();
    }
  };

  const receive = (data: unknown): void => {
    awaitMessage();
    onHeard?.();
    const content = contentOf(data);
    if (!isReady(content)) return onMessage(content);
    reconnectsLeft = reconnects;
    ready = true;
    return onState('live');
  };

  /** Without a message the connection is dropped. The browser may need minutes to notice a cut line. */
  const awaitMessage = (): void => {
    clearTimeout(silence);
    silence = setTimeout(reconnect, silentMs);
  };

  const drop = (): void => {
    ready = false;
    current += 1;
    clearTimeout(timer);
    clearTimeout(silence);
    socket?.close();
    socket = undefined;
  };

  const reconnect = (): void => {
    drop();
    if (reconnectsLeft === 0) {
      onState('lost');
      return;
    }
    reconnectsLeft -= 1;
    onState('connecting');
    timer = setTimeout(() => void connect(), reconnectMs);
  };

  void connect();
  return {
    send: (message) => {
      if (ready) socket?.send(JSON.stringify(message));
      return ready;
    },
    close: () => {
      closed = true;
      drop();
    },
    restart: () => {
      drop();
      reconnectsLeft = reconnects;
      onState('connecting');
      void connect();
    },
  };
}

function addressOf(path: string): string {
  const address = new URL(path, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

/** Parses a message. One that is not JSON is ignored like one of an unknown type. */
function contentOf(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}

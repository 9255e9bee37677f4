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
  const { path, ticket, onMessage, isReady, onState, reconnectMs, reconnects } = options;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reconnectsLeft = reconnects;
  let closed = false;
  let ready = false;

  const connect = async (): Promise<void> => {
    try {
      const firstMessage = JSON.stringify({ ticket: await ticket() });
      if (closed) return;
      socket = new WebSocket(addressOf(path));
      socket.addEventListener('open', (event) => (event.target as WebSocket).send(firstMessage));
      socket.addEventListener('message', (event) => receive(event.data));
      socket.addEventListener('close', reconnect, { once: true });
    } catch {
      // An API that issues no ticket counts as a lost connection.
      reconnect();
    }
  };

  const receive = (data: unknown): void => {
    if (closed) return;
    const content = contentOf(data);
    if (!isReady(content)) return onMessage(content);
    reconnectsLeft = reconnects;
    ready = true;
    return onState('live');
  };

  const reconnect = (): void => {
    ready = false;
    if (closed) return;
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
      clearTimeout(timer);
      socket?.close();
    },
    restart: () => {
      reconnectsLeft = reconnects;
      clearTimeout(timer);
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

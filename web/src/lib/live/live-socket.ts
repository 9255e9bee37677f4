import type { LiveMessageOf, LiveTopic } from '@washdesk/contracts/live-topic';
import { liveReady } from '@washdesk/contracts/system/live';

/** A lost socket reconnects three times, one second apart. */
export const liveReconnects = 3;
export const liveReconnectMs = 1000;

/** `lost`: no further reconnects until a person starts it again. */
export type LiveState = 'connecting' | 'live' | 'lost';

export interface LiveSocketOptions<T extends LiveTopic> {
  topic: T;
  /** Returns a new single-use ticket for each connection. */
  ticket: () => Promise<string>;
  onMessage: (message: LiveMessageOf<T>) => void;
  onState: (state: LiveState) => void;
}

export interface LiveSocket {
  close: () => void;
  /** Starts again with all reconnects after the socket was lost. */
  restart: () => void;
}

/**
 * Keeps one live socket open until `close`. It only receives; the ticket is the only message it sends. Reaching 'ready' resets the three
 * reconnects. Unknown messages are ignored.
 */
export function openLiveSocket<T extends LiveTopic>({ topic, ticket, onMessage, onState }: LiveSocketOptions<T>): LiveSocket {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reconnectsLeft = liveReconnects;
  let closed = false;

  const connect = async (): Promise<void> => {
    try {
      const firstMessage = JSON.stringify({ ticket: await ticket() });
      if (closed) return;
      socket = new WebSocket(liveAddress());
      socket.addEventListener('open', (event) => (event.target as WebSocket).send(firstMessage));
      socket.addEventListener('message', (event) => hear(event.data));
      socket.addEventListener('close', reconnect, { once: true });
    } catch {
      // An API that issues no ticket counts as a lost connection.
      reconnect();
    }
  };

  const hear = (data: unknown): void => {
    if (closed) return;
    const content = contentOf(data);
    if (liveReady.safeParse(content).success) {
      reconnectsLeft = liveReconnects;
      onState('live');
      return;
    }
    const message = topic.message.safeParse(content);
    if (message.success) onMessage(message.data as LiveMessageOf<T>);
  };

  const reconnect = (): void => {
    if (closed) return;
    if (reconnectsLeft === 0) {
      onState('lost');
      return;
    }
    reconnectsLeft -= 1;
    onState('connecting');
    timer = setTimeout(() => void connect(), liveReconnectMs);
  };

  void connect();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
    restart: () => {
      reconnectsLeft = liveReconnects;
      onState('connecting');
      void connect();
    },
  };
}

function liveAddress(): string {
  const address = new URL('/api/live', window.location.href);
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

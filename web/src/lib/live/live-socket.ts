import type { LiveMessageOf, LiveTopic } from '@washdesk/contracts/live-topic';
import { liveReady } from '@washdesk/contracts/system/live';
import { openTicketSocket, type SocketState, type TicketSocket } from './ticket-socket.ts';

/** A lost socket reconnects three times, one second apart. */
export const liveReconnects = 3;
export const liveReconnectMs = 1000;

export type LiveState = SocketState;

export interface LiveSocketOptions<T extends LiveTopic> {
  topic: T;
  /** Returns a new single-use ticket for each connection. */
  ticket: () => Promise<string>;
  onMessage: (message: LiveMessageOf<T>) => void;
  onState: (state: LiveState) => void;
  onHeard?: () => void;
  /** Default: `liveReconnects`. */
  reconnects?: number;
}

export type LiveSocket = Pick<TicketSocket, 'close' | 'restart'>;

/** Keeps one live socket open until `close`. It only receives; the ticket is the only message it sends. Unknown messages are ignored. */
export function openLiveSocket<T extends LiveTopic>({
  topic,
  ticket,
  onMessage,
  onState,
  onHeard,
  reconnects = liveReconnects,
}: LiveSocketOptions<T>): LiveSocket {
  return openTicketSocket({
    path: '/api/live',
    ticket,
    isReady: (content) => liveReady.safeParse(content).success,
    onMessage: (content) => {
      const message = topic.message.safeParse(content);
      if (message.success) onMessage(message.data as LiveMessageOf<T>);
    },
    onState,
    onHeard,
    reconnectMs: liveReconnectMs,
    reconnects,
  });
}

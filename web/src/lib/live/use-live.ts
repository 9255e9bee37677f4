import type { LiveMessage, LiveTopic } from '@washdesk/contracts/system/live';
import { useEffect, useRef, useState } from 'react';
import { openLiveSocket, type LiveSocket, type LiveState } from './live-socket.ts';

export interface LiveSubscription {
  topic: LiveTopic;
  /** The gate; omitted for a topic of the whole site. */
  host?: string;
}

/** One socket while the component is mounted. `reconnect` starts again after it was lost. */
export function useLive(
  { topic, host }: LiveSubscription,
  ticket: (subscription: LiveSubscription) => Promise<string>,
  onMessage: (message: LiveMessage) => void,
): { state: LiveState; reconnect: () => void } {
  const [state, setState] = useState<LiveState>('connecting');
  const socket = useRef<LiveSocket | null>(null);
  const latest = useRef({ ticket, onMessage });
  useEffect(() => {
    latest.current = { ticket, onMessage };
  });

  useEffect(() => {
    const opened = openLiveSocket({
      ticket: () => latest.current.ticket({ topic, host }),
      onMessage: (message) => latest.current.onMessage(message),
      onState: setState,
    });
    socket.current = opened;
    return opened.close;
  }, [topic, host]);

  return { state, reconnect: () => socket.current?.restart() };
}

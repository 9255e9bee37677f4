import { useEffect, useRef, useState } from 'react';
import type { LiveAudience, LiveFilterOf, LiveMessageOf, LiveTopic } from '@washdesk/contracts/live-topic';
import { useLiveTicketMutation } from './live-api.ts';
import { openLiveSocket, type LiveSocket, type LiveState } from './live-socket.ts';

/** Subscribes to a topic at the session's site, or of the company, over one socket while the component is mounted. `reconnect` reopens a lost connection. */
export function useLive<T extends LiveTopic>(
  topic: T,
  onMessage: (message: LiveMessageOf<T>) => void,
  filter?: LiveFilterOf<T>,
  audience: LiveAudience = 'site',
): { state: LiveState; reconnect: () => void } {
  const [state, setState] = useState<LiveState>('connecting');
  const [fetchTicket] = useLiveTicketMutation();
  const socket = useRef<LiveSocket | null>(null);
  const latest = useRef({ fetchTicket, onMessage });
  useEffect(() => {
    latest.current = { fetchTicket, onMessage };
  });

  const filterText = filter && JSON.stringify(filter);
  useEffect(() => {
    const wanted = { topic: topic.name, ...(audience === 'company' && { audience }) };
    const body = { ...wanted, ...(filterText && { filter: JSON.parse(filterText) as Record<string, string> }) };
    const opened = openLiveSocket({
      topic,
      ticket: async () => (await latest.current.fetchTicket({ body }).unwrap()).ticket,
      onMessage: (message) => latest.current.onMessage(message),
      onState: setState,
    });
    socket.current = opened;
    return opened.close;
  }, [topic, filterText, audience]);

  return { state, reconnect: () => socket.current?.restart() };
}

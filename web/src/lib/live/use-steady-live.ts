import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveMessageOf, LiveTopic } from '@washdesk/contracts/live-topic';
import { liveBeatMs } from '@washdesk/contracts/system/live';
import { serverNow } from '../server-clock.ts';
import { useLiveTicketMutation } from './live-api.ts';
import { openLiveSocket, type LiveState } from './live-socket.ts';
import { sleepClockMs } from './sleep-clock.ts';
import { silentMs } from './ticket-socket.ts';

const checkMs = 1_000;
/** A device that wakes waits no longer than for the next beat. */
const beatLateMs = 1.2 * liveBeatMs;

interface Handlers<T extends LiveTopic> {
  onMessage: (message: LiveMessageOf<T>) => void;
  /** Changes may have been missed: read everything again. */
  onLive: () => void;
  /** From now on the screen may be outdated. */
  onLost: () => void;
}

/**
 * Subscribes to a topic of the session's site for a screen that runs for days: it reconnects without limit, and at once when the device
 * wakes or is online again. A browser that slept has missed messages without noticing.
 */
export function useSteadyLive<T extends LiveTopic>(topic: T, handlers: Handlers<T>): { isLive: boolean; lastHeard: Date | null } {
  const [isLive, setLive] = useState(false);
  const [lastHeard, setLastHeard] = useState<Date | null>(null);
  const [fetchTicket] = useLiveTicketMutation();
  /** `wall` also counts while the device sleeps. */
  const heard = useRef<{ wall: number; at: Date } | null>(null);
  const ticket = useEffectEvent(async (name: string) => (await fetchTicket({ body: { topic: name } }).unwrap()).ticket);
  const receive = useEffectEvent(handlers.onMessage);
  const changed = useEffectEvent((state: LiveState) => {
    setLive(state === 'live');
    if (state === 'live') return handlers.onLive();
    setLastHeard(heard.current?.at ?? null);
    return handlers.onLost();
  });

  useEffect(() => {
    let live = false;
    const opened = openLiveSocket({
      topic,
      ticket: () => ticket(topic.name),
      onMessage: (message) => receive(message),
      onHeard: () => (heard.current = { wall: sleepClockMs(), at: serverNow() }),
      onState(state) {
        live = state === 'live';
        changed(state);
      },
      reconnects: Infinity,
    });
    const restartAfter = (ms: number): void => {
      if (live && heard.current && sleepClockMs() - heard.current.wall > ms) opened.restart();
    };
    const wake = (): void => {
      if (document.visibilityState !== 'visible') return;
      if (live) restartAfter(beatLateMs);
      else opened.restart();
    };
    const timer = setInterval(() => restartAfter(silentMs), checkMs);
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      opened.close();
    };
  }, [topic]);

  return { isLive, lastHeard };
}

import { useSyncExternalStore } from 'react';
import { timeAgo } from '@washdesk/rules/dates/dates';
import { serverNow } from '../../lib/server-clock.ts';
import { useSiteClock, type SiteClock } from './site-clock.ts';

/** The refresh interval, for "just now" and minutes. */
const refreshMs = 10_000;

/** The time since an event, such as '3 min ago', with the site's date and time as its tooltip. Updates itself. */
export function RelativeTime({ time }: { time: string }) {
  const clock = useSiteClock();
  return <TimeSince time={time} clock={clock} />;
}

/** As `RelativeTime`, for a list with hundreds of times: it has one clock for all. */
export function TimeSince({ time, clock }: { time: string; clock: SiteClock }) {
  const words = useSyncExternalStore(onRefresh, () => timeAgo(time, now));
  const seconds = Date.parse(time) / 1_000;
  return (
    <time dateTime={time} title={`${clock.date(seconds, null)} ${clock.time(seconds, null)}`}>
      {words}
    </time>
  );
}

/** One timer for all times of a page; a time is drawn again if its words have changed. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = serverNow();

function onRefresh(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow();
    timer = setInterval(() => {
      now = serverNow();
      for (const one of listeners) one();
    }, refreshMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

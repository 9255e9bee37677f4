import { useEffect, useState } from 'react';
import { timeAgo } from '@washdesk/rules/dates/dates';
import { serverNow } from '../../lib/server-clock.ts';
import { useSiteClock } from './site-clock.ts';

/** The refresh interval, for "just now" and minutes. */
const refreshMs = 10_000;

/** The time since an event, such as '3 min ago', with the site's date and time as its tooltip. Updates itself. */
export function RelativeTime({ time }: { time: string }) {
  const clock = useSiteClock();
  const seconds = Date.parse(time) / 1_000;
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={time} title={`${clock.date(seconds, null)} ${clock.time(seconds, null)}`}>
      {timeAgo(time, now)}
    </time>
  );
}

import { timeAgo } from '@washdesk/rules/dates/dates';
import { useEffect, useState } from 'react';

/** How often the text is updated, for "just now" and minutes. */
const refreshMs = 10_000;

/** How long ago something happened: '3 min ago', with the time of day as its tooltip. Keeps itself up to date. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={time} title={new Date(time).toLocaleString('en-US')}>
      {timeAgo(time, now)}
    </time>
  );
}

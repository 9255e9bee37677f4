import { useSiteClock } from './site-clock.ts';
import styles from './site-time.module.css';

/** An event's date and time of day, by the clock of its site. */
export function SiteTime({ seconds, site }: { seconds: number; site: number | null }) {
  const clock = useSiteClock();
  return (
    <time className={styles.time} dateTime={new Date(seconds * 1_000).toISOString()}>
      {clock.date(seconds, site)} <span className={styles.hour}>{clock.time(seconds, site)}</span>
    </time>
  );
}

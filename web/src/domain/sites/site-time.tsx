import { useSiteClock } from './site-clock.ts';
import styles from './site-time.module.css';

/** When something happened, by the clock of the site where it did: the date, and the time of day beside it. */
export function SiteTime({ seconds, site }: { seconds: number; site: number | null }) {
  const clock = useSiteClock();
  return (
    <time className={styles.time} dateTime={new Date(seconds * 1_000).toISOString()}>
      {clock.date(seconds, site)} <span className={styles.hour}>{clock.time(seconds, site)}</span>
    </time>
  );
}

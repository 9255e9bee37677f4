import { useSiteClock, useSiteZone } from '../../../domain/sites/site-clock.ts';
import styles from './traces.module.css';

/** The moment of a trace to the second, by the clock of its site. */
export function TraceTime({ time, site }: { time: string; site: number }) {
  const zone = useSiteZone()(site);
  const { date } = useSiteClock();
  const at = new Date(time);
  const clock = { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone: zone } as const;
  return (
    <time dateTime={time}>
      <span className={styles.clock}>{at.toLocaleTimeString('en-US', clock)}</span>{' '}
      <span className={styles.muted}>{date(at.getTime() / 1_000, site)}</span>
    </time>
  );
}

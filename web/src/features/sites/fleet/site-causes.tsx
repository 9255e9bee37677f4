import type { FleetCause } from '@washdesk/contracts/sites/fleet';
import { TimeSince } from '../../../domain/sites/relative-time.tsx';
import type { SiteClock } from '../../../domain/sites/site-clock.ts';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import styles from './fleet.module.css';

/** What is wrong at a site with the next step, the worst first. */
export function SiteCauses({ causes, clock }: { causes: readonly FleetCause[]; clock: SiteClock }) {
  if (causes.length === 0) return null;
  return (
    <ul className={styles.causes}>
      {causes.map(({ source, level, sentence, step, since }) => (
        <li key={`${source}:${sentence}`} className={styles[level]}>
          <ToneShape tone={level} />
          <span>
            {sentence}
            {since !== null && (
              <small className={styles.muted}>
                {' '}
                <TimeSince time={since} clock={clock} />
              </small>
            )}
            <span className={styles.step}>{step}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

import { texts } from './texts.ts';
import type { Shown } from './use-site.ts';
import { timeAt } from './words.ts';
import styles from './local.module.css';

/** What the lanes decided last. */
export function Lanes({ view: { lanes, now, site } }: Shown) {
  return (
    <section className={`card ${styles.section}`} aria-labelledby="lanes">
      <h2 id="lanes">{texts.lanes.heading}</h2>
      {lanes.length === 0 && <p className={styles.muted}>{texts.lanes.none}</p>}
      {lanes.map(({ lane, decisions }) => (
        <div key={lane}>
          <h3 className={styles.subheading}>{texts.lane(lane)}</h3>
          <ul className={styles.plainList}>
            {decisions.map(({ at, code, admitted, reason, gate }) => (
              <li key={`${at} ${code}`} className={styles.line}>
                <span className={styles.code}>{code}</span>
                <span className={`${styles.tag} ${admitted ? styles.tagGood : styles.tagBad}`}>{texts.verdict[reason]}</span>
                <span className={styles.muted}>
                  {[timeAt(at, now, site.timeZone), gate === 'opened' ? texts.lanes.opened : null].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

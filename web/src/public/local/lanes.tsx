import type { LocalTrace } from '@washdesk/site-protocol/local-page';
import { texts } from './texts.ts';
import type { Shown } from './use-site.ts';
import { capitalized, timeAt } from './words.ts';
import styles from './local.module.css';

const { lanes: laneTexts } = texts;

/** What became of the last cars and presses at each lane, and why. */
export function Lanes({ view: { lanes, now, site } }: Shown) {
  return (
    <section className={`card ${styles.section}`} aria-labelledby="lanes">
      <h2 id="lanes">{laneTexts.heading}</h2>
      {lanes.length === 0 && <p className={styles.muted}>{laneTexts.none}</p>}
      {lanes.map(({ lane, traces }) => (
        <div key={lane}>
          <h3 className={styles.subheading}>{lane === null ? laneTexts.noLane : texts.lane(lane)}</h3>
          <ul className={styles.plainList}>
            {traces.map((trace) => (
              <Trace key={trace.id} trace={trace} time={timeAt(trace.began, now, site.timeZone)} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

const looks: Partial<Record<LocalTrace['outcome'], string | undefined>> = { opened: styles.tagGood, 'not-opened': styles.tagBad };

function Trace({ trace: { code, command, outcome, reason, hops }, time }: { trace: LocalTrace; time: string }) {
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.code}>{code ?? (command === null ? laneTexts.noCode : laneTexts.openGate)}</span>
        <span className={`${styles.tag} ${looks[outcome] ?? ''}`}>{texts.traceOutcome[outcome]}</span>
        <span className={styles.muted}>{time}</span>
      </div>
      {reason && <p className={styles.muted}>{capitalized(reason)}</p>}
      {hops.length > 0 && (
        <details className={styles.muted}>
          <summary>{laneTexts.steps}</summary>
          <ol className={styles.bullets}>
            {hops.map(({ step, afterMs, detail }, place) => (
              <li key={place}>{laneTexts.step(afterMs, step, detail)}</li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

import type { LaneTrace } from '@washdesk/contracts/lane/trace';
import { durationOf, timelineOf, usualStepMs, type TimelineState, type TimelineStep } from '@washdesk/rules/lane/trace-timeline';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { durationText, stepNames } from './trace-words.ts';
import styles from './trace-steps.module.css';

const tones: Readonly<Record<TimelineState, Tone>> = { done: 'go', slow: 'wait', cause: 'stop', 'not-reached': 'neutral' };

/** One car's way from the read to the open gate, with the time at each step. */
export function TraceSteps({ trace }: { trace: LaneTrace }) {
  const steps = timelineOf(trace);
  const total = durationOf(trace);
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map((step, index) => (
        // steps never change their order
        <li key={index} className={`${styles.step} ${styles[step.state]}`}>
          <span className={styles.shape}>
            <ToneShape tone={tones[step.state]} size={18} />
          </span>
          <div className={styles.words}>
            <span className={styles.name}>{step.step === null ? 'Ended here' : stepNames[step.step]}</span>
            {step.detail !== null && <span className={styles.detail}>{step.detail}</span>}
            <StepNote step={step} />
          </div>
          <StepTime step={step} total={total} />
        </li>
      ))}
    </ol>
  );
}

/** What stands out about a step, in words. */
function StepNote({ step: { state, step, tookMs, device } }: { step: TimelineStep }) {
  const isSlow = step !== null && tookMs !== null && tookMs > usualStepMs[step];
  const notes = [
    device === null ? null : `Device ${device}`,
    state === 'cause' && step !== null ? 'It ended here' : null,
    isSlow ? `Slow: usually at most ${durationText(usualStepMs[step])}` : null,
    state === 'not-reached' ? 'Not reached' : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : <span className={styles.note}>{notes.join(' · ')}</span>;
}

function StepTime({ step: { afterMs, tookMs }, total }: { step: TimelineStep; total: number }) {
  if (afterMs === null || tookMs === null) return null;
  const share = (ms: number): string => `${total === 0 ? 0 : (100 * ms) / total}%`;
  return (
    <div className={styles.time}>
      <span className={styles.took}>{durationText(tookMs)}</span>
      <span className={styles.after}>at {durationText(afterMs)}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ left: share(afterMs - tookMs), width: share(tookMs) }} />
      </span>
    </div>
  );
}

import { StatusBadge } from '../../../../../domain/status/status-badge.tsx';
import type { SignUpRunState } from '../run.ts';
import { statusViews, statusOf } from '../step-status.ts';
import { stepNames, titleOf } from '../steps.ts';
import type { SignUpProgress } from '../use-sign-up-run.ts';
import styles from './step-list.module.css';

interface StepListProps {
  run: SignUpRunState;
  progress: SignUpProgress;
}

/** The nine steps with their status. */
export function StepList({ run, progress }: StepListProps) {
  const facts = { known: run.form.customer !== null, withCard: run.form.theCardNumber !== '' };
  return (
    <ol className={styles.steps} aria-label="Steps of the sign-up">
      {stepNames.map((step, index) => {
        const status = statusOf(step, run, progress);
        const { tone, word } = statusViews[status];
        return (
          <li
            key={step}
            className={`${styles.step} ${styles[status]}`}
            aria-current={status === 'running' || status === 'yours' ? 'step' : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.title}>{titleOf(step, facts)}</span>
            <span className={styles.status}>
              <StatusBadge tone={tone}>{word}</StatusBadge>
            </span>
            <StepWords step={step} run={run} progress={progress} />
          </li>
        );
      })}
    </ol>
  );
}

function StepWords({ step, run, progress }: StepListProps & { step: (typeof stepNames)[number] }) {
  const words = run.ends[step]?.words;
  const messages = progress.messages.filter((message) => message.step === step);
  return (
    <>
      {messages.map(({ id, words: text }) => (
        <p key={id} role="alert" className={styles.message}>
          {text}
        </p>
      ))}
      {words && messages.length === 0 && <p className={styles.words}>{words}</p>}
    </>
  );
}

import type { SignUpRunState } from '../run.ts';
import { nextStripeStep } from '../run.ts';
import { stepNames, titleOf } from '../steps.ts';
import styles from './run-pane.module.css';

/** The current step, in one sentence. */
export function BusyPane({ run }: { run: SignUpRunState }) {
  const nextStep = nextStripeStep(run);
  const facts = { known: run.form.customer !== null, withCard: run.form.theCardNumber !== '' };
  return (
    <section className={`${styles.pane} ${styles.busy}`} role="status" aria-label="Signing up">
      <h2 className={styles.title}>Signing up</h2>
      <p className={styles.words}>
        {nextStep
          ? `Step ${stepNames.indexOf(nextStep) + 1} of ${stepNames.length}: ${titleOf(nextStep, facts)}`
          : 'The plan is active. Updating the other systems.'}
      </p>
    </section>
  );
}

import { Page } from '../../../../components/layout/page.tsx';
import { RunHead } from './panes/run-head.tsx';
import { RunPane, type RunExits } from './panes/run-pane.tsx';
import { StepList } from './panes/step-list.tsx';
import type { SignUpRunState } from './run.ts';
import { useSignUpRun } from './use-sign-up-run.ts';
import styles from './sign-up-run.module.css';

export interface SignUpRunProps extends RunExits {
  /** The value of `usePersistedState('sign-up-run', signUpRun.nullable(), null)`. */
  run: SignUpRunState;
  onRun: (run: SignUpRunState) => void;
}

/** Runs a sign-up through its nine steps. After a reload it resumes at the first open step. */
export function SignUpRun({ run, onRun, onBack, onDone }: SignUpRunProps) {
  const progress = useSignUpRun(run, onRun);
  return (
    <Page title="Sign up">
      <RunHead form={run.form} terms={run.terms} />
      <div className={styles.columns}>
        <StepList run={run} progress={progress} />
        <div className={styles.pane}>
          <RunPane run={run} progress={progress} onBack={onBack} onDone={onDone} />
        </div>
      </div>
    </Page>
  );
}

import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { KeyHint } from '../../../../components/input/key-hint.tsx';
import { Page } from '../../../../components/layout/page.tsx';
import { ToneShape } from '../../../../domain/status/tone-shape.tsx';
import { useHotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import { paths } from '../../../../lib/paths.ts';
import type { Entry } from '../form/state/draft.ts';
import { RunHead } from './panes/run-head.tsx';
import type { SignUpRunState } from './run.ts';
import { progressSummary } from './unfinished.ts';
import styles from './panes/run-pane.module.css';

interface UnfinishedRunProps {
  run: SignUpRunState;
  entry: Entry;
  /** Discards the run so that the other sign-up starts. */
  onLeave: () => void;
}

/** Asks what to do when another sign-up is opened during a run, because the two must not be confused. */
export function UnfinishedRun({ run, entry, onLeave }: UnfinishedRunProps) {
  const navigate = useNavigate();
  const { words, canBeDiscarded } = progressSummary(run);
  const goOn = (): void => void navigate(paths.signUp);
  useHotkey('F2', goOn);
  useHotkey(canBeDiscarded ? 'F4' : null, onLeave);
  return (
    <Page title="Sign up">
      <section className={`${styles.pane} ${styles.wait}`} role="alert" aria-label="Another sign-up isn’t finished">
        <h2 className={styles.title}>
          <ToneShape tone="wait" size={32} />
          Another sign-up isn’t finished
        </h2>
        <p className={styles.words}>
          {run.form.firstName} {run.form.lastName}, {run.form.plate}. {words}
        </p>
        <p className={styles.words}>
          {canBeDiscarded ? 'Continue it, or leave it. Then ' : 'Continue it until it finishes. Only then '}
          {entry.kind === 'code' ? `the sign-up for ${entry.code}` : 'the sign-up that you opened'} begins.
        </p>
        <div className={styles.actions}>
          <Button size="large" type="primary" autoFocus onClick={goOn} aria-keyshortcuts="F2">
            Continue
            <KeyHint>F2</KeyHint>
          </Button>
          {canBeDiscarded && (
            <Button size="large" onClick={onLeave} aria-keyshortcuts="F4">
              Leave It and Start New
              <KeyHint>F4</KeyHint>
            </Button>
          )}
        </div>
      </section>
      <RunHead form={run.form} terms={run.terms} />
    </Page>
  );
}

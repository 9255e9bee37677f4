import { Button } from 'antd';
import { KeyHint } from '../../../../components/key-hint.tsx';
import { OutcomeBadge } from '../../../../domain/outcome-badge.tsx';
import { usePrintButton } from '../../../../domain/receipt-printing/use-print-button.ts';
import { ToneShape } from '../../../../domain/tone-shape.tsx';
import { useHotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import styles from './run-pane.module.css';
import type { SignUpRunState } from './run.ts';

/** Step 9: the plan runs, and queued steps are done by the cloud. */
export function FinishedPane({ run, onOk }: { run: SignUpRunState; onOk: () => void }) {
  const { printed, printing, print } = usePrintButton({ id: run.subscription ?? '', kind: 'signup' });
  const later = Object.values(run.ends).some(({ kind }) => kind === 'queued');
  useHotkey('F2', onOk);
  useHotkey('F7', print);

  return (
    <section className={`${styles.pane} ${styles.go}`} role="status" aria-label="Signed up">
      <h2 className={styles.title}>
        <ToneShape tone="go" size={32} />
        Signed up
      </h2>
      <p className={styles.words}>
        {run.form.firstName} {run.form.lastName} is a member from now on.
        {later && ' What could not be done now will be done by itself.'}
      </p>
      <div className={styles.actions}>
        <Button size="large" type="primary" autoFocus onClick={onOk} aria-keyshortcuts="F2">
          Ok
          <KeyHint>F2</KeyHint>
        </Button>
        <Button size="large" loading={printing} onClick={print} aria-keyshortcuts="F7">
          Print Receipt
          <KeyHint>F7</KeyHint>
        </Button>
      </div>
      {printed && <OutcomeBadge outcome={printed} />}
    </section>
  );
}

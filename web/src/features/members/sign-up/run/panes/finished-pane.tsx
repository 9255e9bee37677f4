import { Button } from 'antd';
import { KeyHint } from '../../../../../components/input/key-hint.tsx';
import { Money } from '../../../../../domain/money.tsx';
import { usePrintButton } from '../../../../../domain/receipt-printing/use-print-button.ts';
import { OutcomeBadge } from '../../../../../domain/status/outcome-badge.tsx';
import { ToneShape } from '../../../../../domain/status/tone-shape.tsx';
import { useHotkey } from '../../../../../lib/hotkeys/use-hotkey.ts';
import type { SignUpRunState } from '../run.ts';
import styles from './run-pane.module.css';

interface FinishedPaneProps {
  run: SignUpRunState;
  onOk: () => void;
  /** The car is at the lane: redeems its first wash. */
  onWash: () => void;
}

/** Step 9: the plan runs, and the cloud completes queued steps. */
export function FinishedPane({ run, onOk, onWash }: FinishedPaneProps) {
  const { printed, printing, print } = usePrintButton({ id: run.subscription ?? '', kind: 'signup' });
  const later = Object.values(run.ends).some(({ kind }) => kind === 'queued');
  useHotkey('F2', onOk);
  useHotkey('F7', print);
  useHotkey('F10', onWash);

  return (
    <section className={`${styles.pane} ${styles.go}`} role="status" aria-label="Signed up">
      <h2 className={styles.title}>
        <ToneShape tone="go" size={32} />
        Signed up
      </h2>
      <p className={styles.words}>
        {run.terms.dueToday > 0 && (
          <strong>
            Paid <Money cents={run.terms.dueToday} />.{' '}
          </strong>
        )}
        {run.form.firstName} {run.form.lastName} is now a member.
        {later && ' Remaining steps finish automatically.'}
      </p>
      <div className={styles.actions}>
        <Button size="large" type="primary" autoFocus onClick={onOk} aria-keyshortcuts="F2">
          Ok
          <KeyHint>F2</KeyHint>
        </Button>
        <Button size="large" onClick={onWash} aria-keyshortcuts="F10">
          Wash Now
          <KeyHint>F10</KeyHint>
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

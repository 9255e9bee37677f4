import { Button } from 'antd';
import { KeyHint } from '../../../../../components/input/key-hint.tsx';
import { ToneShape } from '../../../../../domain/status/tone-shape.tsx';
import { messageOf } from '../../../../../lib/api/call-failure.ts';
import { useHotkey } from '../../../../../lib/hotkeys/use-hotkey.ts';
import { titleOf } from '../steps.ts';
import type { SignUpProgress } from '../use-sign-up-run.ts';
import styles from './run-pane.module.css';

interface CheckingPaneProps {
  unknown: NonNullable<SignUpProgress['unknown']>;
  known: boolean;
  onCheck: () => void;
  /** Opens the form meanwhile; sends nothing. */
  onForm: () => void;
  onCustomer: () => void;
}

/** The outcome of a step is unknown: its call is repeated under the same key until the outcome is known. */
export function CheckingPane({ unknown: { step, failure }, known, onCheck, onForm, onCustomer }: CheckingPaneProps) {
  const elsewhere = step === 'subscription' ? { words: 'Open the customer', go: onCustomer } : { words: 'Back to the form', go: onForm };
  useHotkey('F2', onCheck);
  useHotkey('F4', elsewhere.go);
  return (
    <section className={`${styles.pane} ${styles.wait}`} role="alert" aria-label="Still checking">
      <h2 className={styles.title}>
        <ToneShape tone="wait" size={32} />
        Still checking
      </h2>
      <p className={styles.words}>
        {titleOf(step, { known, withCard: false })}: {messageOf(failure)}. No result yet. It’s checked every few seconds, and happens only
        once.
      </p>
      <div className={styles.actions}>
        <Button size="large" type="primary" autoFocus onClick={onCheck} aria-keyshortcuts="F2">
          Check Again
          <KeyHint>F2</KeyHint>
        </Button>
        <Button size="large" onClick={elsewhere.go} aria-keyshortcuts="F4">
          {elsewhere.words}
          <KeyHint>F4</KeyHint>
        </Button>
      </div>
      {failure.requestId && <small className={styles.request}>Request {failure.requestId}</small>}
    </section>
  );
}

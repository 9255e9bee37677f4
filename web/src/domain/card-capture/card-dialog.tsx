import { Button, Modal } from 'antd';
import { useRef, type ReactNode } from 'react';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { CardForm } from '../../lib/card-reader/card-form.ts';
import { Money } from '../money.tsx';
import { CardFormPane } from './card-form-pane.tsx';
import { CardSteps } from './card-steps.tsx';
import { DeclinedPane } from './declined-pane.tsx';
import { DonePane, FailedPane, UnknownOutcomePane } from './result-panes.tsx';
import { SwitchMethodButton } from './switch-method-button.tsx';
import type { CardRunState } from './use-card-run.ts';
import styles from './card-dialog.module.css';

interface CardDialogProps {
  title: string;
  /** Cents; null if nothing is charged. */
  amount: number | null;
  /** The success message. */
  done: string;
  /** The text of the form's button. */
  submit: string;
  running: CardRunState;
}

/** Collects one card: shows the current step, any failure and the next actions. */
export function CardDialog({ title, amount, running, ...words }: CardDialogProps) {
  const { cancelable, cancel, pane, collector, otherWay } = running;
  const box = useRef<HTMLDivElement>(null);
  /** Moves the focus away from Cancel, the first button, because an extra Enter must not cancel the card. */
  const placeFocus = (): void => {
    if (collector.reader && pane.kind === 'working') box.current?.focus();
  };
  return (
    <Modal
      open
      title={title}
      width={520}
      footer={null}
      closable={false}
      mask={{ closable: false }}
      // The bank's 3-D Secure page is above this dialog and must be able to take the focus.
      focusable={{ trap: collector.reader }}
      onCancel={cancel}
      afterOpenChange={placeFocus}
    >
      <div className={styles.dialog} tabIndex={-1} ref={box}>
        {amount !== null && (
          <p className={styles.amount}>
            <Money cents={amount} />
          </p>
        )}
        <div role="status">{paneOf({ amount, running, ...words })}</div>
        {otherWay && (
          <SwitchMethodButton hotkey={pane.kind === 'working' ? null : 'F6'} onPress={otherWay}>
            {collector.reader ? 'Type Card Instead' : 'Use Card Reader'}
          </SwitchMethodButton>
        )}
        {pane.kind !== 'done' && (
          <Button size="large" block disabled={!cancelable} onClick={cancel} aria-keyshortcuts="Escape">
            {pane.kind === 'open' ? 'Close' : 'Cancel'}
            <KeyHint>Esc</KeyHint>
          </Button>
        )}
      </div>
    </Modal>
  );
}

function paneOf({ amount, done, submit, running }: Omit<CardDialogProps, 'title'>): ReactNode {
  const { pane, collector, again, takeOver, check, cancel } = running;
  switch (pane.kind) {
    case 'working':
      if (collector instanceof CardForm && (pane.step === 'card' || pane.step === 'processing')) {
        return (
          <CardFormPane
            form={collector}
            submit={submit}
            amount={amount}
            busy={pane.step === 'processing'}
            complaint={pane.complaint}
            onEscape={cancel}
          />
        );
      }
      return <CardSteps step={pane.step} reader={collector.reader} />;
    case 'declined':
      return <DeclinedPane decline={pane.decline} onAgain={again} />;
    case 'failed':
      return <FailedPane problem={pane.problem} onAgain={again} onTakeOver={takeOver} />;
    case 'open':
    case 'checking':
      return <UnknownOutcomePane charge={amount !== null} busy={pane.kind === 'checking'} onCheck={check} />;
    case 'done':
      return <DonePane>{done}</DonePane>;
  }
}

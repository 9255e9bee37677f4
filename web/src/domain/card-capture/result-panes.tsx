import { Button } from 'antd';
import { createContext, useContext, type ReactNode } from 'react';
import { Failure } from '../../components/feedback/failure.tsx';
import { KeyHint } from '../../components/input/key-hint.tsx';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { CardProblem } from '../../lib/card-reader/card-error.ts';
import { ToneShape } from '../status/tone-shape.tsx';
import styles from './card-dialog.module.css';

/** A screen's own texts for problems, by the keys of `cardMessages`. */
export const CardWordsContext = createContext<Readonly<Record<string, string>>>({});

interface FailedPaneProps {
  problem: CardProblem;
  onAgain: () => void;
  /** Null if there is no other register to take the reader from. */
  onTakeOver: (() => void) | null;
}

export function FailedPane({ problem, onAgain, onTakeOver }: FailedPaneProps) {
  const { words, requestId } = problem;
  const title = useContext(CardWordsContext)[problem.title] ?? problem.title;
  const failure: CallFailure = { code: 'card', status: null, message: words, requestId };
  return (
    <div className={styles.pane}>
      <Failure title={title} error={failure} otherwise={title} />
      <Button type="primary" size="large" block autoFocus onClick={onAgain} aria-keyshortcuts="Enter">
        Try Again
        <KeyHint>Enter</KeyHint>
      </Button>
      {onTakeOver && (
        <Button size="large" block onClick={onTakeOver}>
          Take Over Reader
        </Button>
      )}
    </div>
  );
}

/** The outcome is unknown; it is never called failed, so that the customer is not charged again elsewhere. */
export function UnknownOutcomePane({ charge, busy, onCheck }: { charge: boolean; busy: boolean; onCheck: () => void }) {
  return (
    <div className={styles.pane}>
      <p className={styles.open}>
        <ToneShape tone="wait" size={22} />
        {busy ? 'Still checking' : 'No result yet'}
      </p>
      <p>
        {charge
          ? 'No response yet. The card may have been charged. Don’t charge it again until you know.'
          : 'No response yet. The card may already be saved.'}
      </p>
      <Button type="primary" size="large" block autoFocus loading={busy} onClick={onCheck} aria-keyshortcuts="Enter">
        Check
        <KeyHint>Enter</KeyHint>
      </Button>
    </div>
  );
}

export function DonePane({ children }: { children: ReactNode }) {
  return (
    <p className={styles.done}>
      <ToneShape tone="go" size={40} />
      {children}
    </p>
  );
}

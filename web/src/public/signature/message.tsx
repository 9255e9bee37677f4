import type { ReactNode } from 'react';
import { Verdict } from '../components/verdict.tsx';
import styles from './signature.module.css';

interface MessageProps {
  kind: 'good' | 'info' | 'problem' | 'wait';
  heading: string;
  sentence: string;
  takesFocus?: boolean;
  children?: ReactNode;
}

/** A sentence in the middle of the tablet. */
export function Message({ takesFocus = true, ...message }: MessageProps) {
  return (
    <main className={`page narrow ${styles.step} ${styles.message}`}>
      <Verdict takesFocus={takesFocus} {...message} />
    </main>
  );
}

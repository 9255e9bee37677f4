import type { ReactNode } from 'react';
import { NoticeMark, roleOf, type NoticeKind } from './notice.tsx';
import { StepHeading } from './step-heading.tsx';
import styles from './verdict.module.css';

export interface VerdictProps {
  /** `wait` while the end is not known yet. */
  kind: NoticeKind | 'wait';
  heading: string;
  /** What it means, read out. */
  sentence: ReactNode;
  takesFocus: boolean;
  /** What can be done now. */
  children?: ReactNode;
}

/** The only content of a page: how something ended. */
export function Verdict({ kind, heading, sentence, takesFocus, children }: VerdictProps) {
  return (
    <div className={`card ${styles.verdict}`}>
      {kind === 'wait' ? <span className={styles.wheel} /> : <NoticeMark kind={kind} size={32} />}
      <StepHeading takesFocus={takesFocus}>{heading}</StepHeading>
      <div className={styles.sentence} role={kind === 'wait' ? 'status' : roleOf(kind)}>
        {sentence}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

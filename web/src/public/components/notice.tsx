import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  /** A problem is read out at once. */
  kind: 'problem' | 'info' | 'good';
  children: ReactNode;
}

export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

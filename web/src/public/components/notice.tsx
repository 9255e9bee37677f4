import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

export type NoticeKind = 'problem' | 'info' | 'good';

const icons = { problem: 'problem', info: 'info', good: 'check' } as const;

/** The mark of a notice; a good one has a check. */
export function NoticeMark({ kind, size }: { kind: NoticeKind; size: number }) {
  return (
    <span className={`${styles.mark} ${styles[kind]}`}>
      <Icon name={icons[kind]} size={size} />
    </span>
  );
}

interface NoticeProps {
  /** A problem is read out at once. */
  kind: NoticeKind;
  children: ReactNode;
  /** Buttons below. */
  actions?: ReactNode;
}

export const roleOf = (kind: NoticeKind): 'alert' | 'status' => (kind === 'problem' ? 'alert' : 'status');

export function Notice({ kind, children, actions }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={roleOf(kind)}>
      <NoticeMark kind={kind} size={16} />
      <div>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './login.module.css';

interface ConfirmEmployeeProps {
  name: string;
  busy: boolean;
  onYes: () => void;
  onNo: () => void;
  /** The error after Yes. */
  children?: ReactNode;
}

/** Confirms the employee before a sign-in by number alone. */
export function ConfirmEmployee({ name, busy, onYes, onNo, children }: ConfirmEmployeeProps) {
  return (
    <div className={styles.steps}>
      <p className={styles.question} role="status">
        You have selected {name}. is this correct?
      </p>
      <div className={styles.choices}>
        <Button type="primary" autoFocus loading={busy} onClick={onYes}>
          Yes
        </Button>
        <Button disabled={busy} onClick={onNo}>
          No
        </Button>
      </div>
      {children}
    </div>
  );
}

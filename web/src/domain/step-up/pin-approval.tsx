import { Button } from 'antd';
import { useState } from 'react';
import type { Approver } from '@washdesk/contracts/access/step-up';
import { Keypad } from '../../components/input/keypad.tsx';
import styles from './step-up.module.css';

export interface ApprovalProps {
  busy: boolean;
  onApprove: (approver: Approver) => void;
}

/** The longest employee number and the longest PIN. */
const longest = { number: 9, pin: 8 };
const shortestPin = 4;

/** Number, Enter, PIN, Enter: by keyboard or touch. */
export function PinApproval({ busy, onApprove }: ApprovalProps) {
  const [number, setNumber] = useState('');
  const [pin, setPin] = useState('');
  const [numberGiven, setNumberGiven] = useState(false);
  const approve = () => {
    setPin('');
    onApprove({ employee: Number(number), pin });
  };
  const startOver = () => {
    setNumber('');
    setNumberGiven(false);
  };
  if (!numberGiven) {
    return (
      <Keypad
        label="Manager's employee number"
        value={number}
        onChange={setNumber}
        onOk={() => setNumberGiven(true)}
        maxLength={longest.number}
        busy={busy}
      />
    );
  }
  return (
    <>
      <div className={styles.who}>
        <span>Employee {number}</span>
        <Button type="link" disabled={busy} onClick={startOver}>
          Another Employee Number
        </Button>
      </div>
      <Keypad
        key="pin"
        label="Manager's PIN"
        value={pin}
        onChange={setPin}
        onOk={approve}
        minLength={shortestPin}
        maxLength={longest.pin}
        secret
        busy={busy}
      />
    </>
  );
}

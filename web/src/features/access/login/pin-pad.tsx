import { Button } from 'antd';
import { useState } from 'react';
import { Keypad } from '../../../components/input/keypad.tsx';
import { LoginError } from './login-error.tsx';
import styles from './login.module.css';

interface PinPadProps {
  name: string;
  busy: boolean;
  /** The error of the last PIN. */
  wrong: unknown;
  onPin: (pin: string) => void;
  onCashier: () => void;
  onCancel: () => void;
}

const pinDigits = { min: 4, max: 8 };

/** A user with higher roles enters the PIN or continues as a cashier (docs/rules/access.md#number-only-sign-in). */
export function PinPad({ name, busy, wrong, onPin, onCashier, onCancel }: PinPadProps) {
  const [pin, setPin] = useState('');
  const enter = () => {
    onPin(pin);
    setPin('');
  };
  return (
    <div className={styles.steps}>
      {wrong !== null && !busy && pin === '' ? (
        <LoginError error={wrong} />
      ) : (
        <p>
          Enter your PIN, <strong>{name}</strong>, to sign in with all your roles.
        </p>
      )}
      <Keypad
        label="PIN"
        value={pin}
        onChange={setPin}
        onOk={enter}
        minLength={pinDigits.min}
        maxLength={pinDigits.max}
        secret
        busy={busy}
      />
      <div className={styles.ways}>
        <Button size="large" disabled={busy} onClick={onCashier}>
          Continue as Cashier
        </Button>
        <Button size="large" disabled={busy} onClick={onCancel}>
          Another Number
        </Button>
      </div>
    </div>
  );
}

import { Button, Input } from 'antd';
import type { InputRef } from 'antd';
import { useRef } from 'react';
import type { FormEvent } from 'react';
import styles from './keypad.module.css';

interface KeypadProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called by OK or Enter. */
  onOk: () => void;
  maxLength: number;
  /** OK needs at least this many digits. */
  minLength?: number;
  /** Whether dots replace the digits. */
  secret?: boolean;
  busy?: boolean;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** A numeric keypad with its display: digits only, by touch or keyboard. */
export function Keypad({ label, value, onChange, onOk, maxLength, minLength = 1, secret = false, busy = false }: KeypadProps) {
  const display = useRef<InputRef>(null);
  const ready = value.length >= minLength && !busy;
  const change = (text: string) => {
    onChange(text.replaceAll(/\D/g, '').slice(0, maxLength));
    display.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onOk();
  };
  return (
    <form className={styles.keypad} onSubmit={submit}>
      <Input
        ref={display}
        className={styles.display}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => change(target.value)}
        type={secret ? 'password' : 'text'}
        // A touch screen must not cover the keypad with its own keyboard.
        inputMode="none"
        autoComplete="off"
        autoFocus
      />
      {digits.map((digit) => (
        <Key key={digit} text={digit} onPress={() => change(value + digit)} />
      ))}
      <Key text="Clr" name="Clr: clear" onPress={() => change('')} />
      <Key text="0" onPress={() => change(`${value}0`)} />
      <Key text="⌫" name="Backspace" onPress={() => change(value.slice(0, -1))} />
      <Button className={styles.ok} type="primary" htmlType="submit" disabled={!ready} loading={busy}>
        OK
      </Button>
    </form>
  );
}

function Key({ text, name, onPress }: { text: string; name?: string; onPress: () => void }) {
  return (
    <Button className={styles.key} aria-label={name ?? text} onClick={onPress}>
      {text}
    </Button>
  );
}

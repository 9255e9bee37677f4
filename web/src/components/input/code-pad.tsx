import { useState } from 'react';
import { Failure } from '../feedback/failure.tsx';
import { Keypad } from './keypad.tsx';

interface CodePadProps {
  label: string;
  busy: boolean;
  /** The error of the last code. */
  wrong: unknown;
  onCode: (code: string) => void;
}

const digits = 6;

/** A keypad for the six digits of an authenticator app. */
export function CodePad({ label, busy, wrong, onCode }: CodePadProps) {
  const [code, setCode] = useState('');
  const enter = () => {
    onCode(code);
    setCode('');
  };
  return (
    <>
      {wrong != null && !busy && code === '' && <Failure error={wrong} />}
      <Keypad label={label} value={code} onChange={setCode} onOk={enter} minLength={digits} maxLength={digits} busy={busy} />
    </>
  );
}

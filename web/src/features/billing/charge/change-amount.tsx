import { payableCents } from '@washdesk/rules/billing/money';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { KeyHint } from '../../../components/key-hint.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { useConfigQuery } from '../../../lib/startup-api.ts';
import styles from './charge.module.css';

/** Another amount than the sale's, where the company lets cashiers enter one (AllowManualEntry). */
export function ChangeAmount({ onChange }: { onChange: (amountCents: number) => void }) {
  const allowed = useConfigQuery().data?.configOptions?.AllowManualEntry === true;
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  useHotkey(allowed ? 'F10' : null, () => setTyped(''));
  if (!allowed) return null;
  if (typed === null) {
    return (
      <Button size="large" onClick={() => setTyped('')} aria-keyshortcuts="F10">
        Change Amount
        <KeyHint>F10</KeyHint>
      </Button>
    );
  }

  const set = (): void => {
    const cents = payableCents(typed);
    if (cents === null) setRefused(true);
    else onChange(cents);
  };
  return (
    <form
      className={styles.change}
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null);
      }}
    >
      <label htmlFor="charge-amount">Amount to charge</label>
      <Input
        id="charge-amount"
        size="large"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        value={typed}
        aria-invalid={refused}
        aria-describedby="charge-amount-help"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button size="large" htmlType="submit">
        Set Amount
      </Button>
      <p id="charge-amount-help" role="alert" className={styles.reminder}>
        {refused && 'An amount above $0.00 with at most two decimals, like 12.50'}
      </p>
    </form>
  );
}

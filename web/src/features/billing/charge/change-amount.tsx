import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { payableCents } from '@washdesk/rules/billing/money';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { useConfigQuery } from '../../../lib/startup-api.ts';
import styles from './charge.module.css';

/** The amount in dollars as typed; the output is cents. */
const enteredAmount = z.object({
  amount: z.string().transform((text, context) => {
    const cents = payableCents(text);
    if (cents === null) context.addIssue('An amount above $0.00 with at most two decimals, like 12.50');
    return cents ?? 0;
  }),
  reason: z.string().trim().min(1, 'Say why the amount differs from the sale’s').max(200),
});

/** Changes the sale's amount, if the company allows it (AllowManualEntry). */
export function ChangeAmount({ onChange }: { onChange: (changed: { amountCents: number; reason: string }) => void }) {
  const allowed = useConfigQuery().data?.configOptions?.AllowManualEntry === true;
  const [open, setOpen] = useState(false);
  const form = useZodForm({
    schema: enteredAmount,
    initial: { amount: '', reason: '' },
    onSubmit: ({ amount, reason }) => onChange({ amountCents: amount, reason }),
  });
  const begin = (): void => {
    form.reset();
    setOpen(true);
  };
  useHotkey(allowed ? 'F10' : null, begin);
  if (!allowed) return null;
  if (!open) {
    return (
      <Button size="large" onClick={begin} aria-keyshortcuts="F10">
        Change Amount
        <KeyHint>F10</KeyHint>
      </Button>
    );
  }
  return (
    <form
      className={styles.change}
      noValidate
      onSubmit={form.submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      <AmountField control={form.control} name="amount" label="Amount to charge" autoFocus />
      <TextField control={form.control} name="reason" label="Reason" maxLength={200} />
      <div className={styles.beside}>
        <Button size="large" htmlType="submit">
          Set Amount
        </Button>
      </div>
    </form>
  );
}

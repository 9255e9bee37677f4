import { Button } from 'antd';
import { useController, useWatch, type Control } from 'react-hook-form';
import { maxDescription } from '@washdesk/rules/billing/charges';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { AmountField } from '../../components/form/amount-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { aboveRefundable, dollarsField, maxNote, type EnteredRefund, type RefundForm } from './refund-form.ts';
import styles from './refund.module.css';

interface RefundFieldsProps {
  control: Control<RefundForm, unknown, EnteredRefund>;
  /** Cents; null if only the API can determine it. */
  refundable: number | null;
  /** Whether the refund was sent, so that its values cannot be changed. */
  fixed: boolean;
}

/** Amount, description and note of a refund; see docs/rules/billing.md#refunds. */
export function RefundFields({ control, refundable, fixed }: RefundFieldsProps) {
  const amount = useWatch({ control, name: 'amount' });
  return (
    <div className={styles.fields}>
      <AmountField
        control={control}
        name="amount"
        label="Refund amount"
        problem={aboveRefundable(amount, refundable)}
        className={styles.dollars}
        autoFocus
        readOnly={fixed}
        onFocus={({ target }) => target.select()}
      />
      {refundable !== null && refundable > 1 && !fixed && <Shares control={control} refundable={refundable} />}
      <TextField
        control={control}
        name="description"
        label="Description"
        hint={`On the receipt, up to ${maxDescription} characters`}
        maxLength={maxDescription}
        showCount
        readOnly={fixed}
      />
      <TextField control={control} name="note" label="Note" maxLength={maxNote} required readOnly={fixed} />
    </div>
  );
}

/** The full and half amount as buttons, skipped by the Tab key between amount and description. */
function Shares({ control, refundable }: { control: RefundFieldsProps['control']; refundable: number }) {
  const { field } = useController({ control, name: 'amount' });
  const shares = { Full: refundable, Half: Math.floor(refundable / 2) };
  return (
    <div className={styles.shares}>
      {Object.entries(shares).map(([name, cents]) => (
        <Button key={name} tabIndex={-1} onClick={() => field.onChange(dollarsField(cents))}>{`${name} ${centsToDollars(cents)}`}</Button>
      ))}
    </div>
  );
}

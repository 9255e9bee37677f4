import { maxDescription } from '@washdesk/rules/billing/charges';
import { useWatch, type Control } from 'react-hook-form';
import { TextField } from '../../components/form/text-field.tsx';
import { aboveRefundable, maxNote, type EnteredRefund, type RefundForm } from './refund-form.ts';
import styles from './refund.module.css';

interface RefundFieldsProps {
  control: Control<RefundForm, unknown, EnteredRefund>;
  /** Cents; null where only the API knows. */
  refundable: number | null;
  /** The refund was asked for already, so its values cannot be changed. */
  fixed: boolean;
}

/** Amount, description and note of a refund; see docs/rules/billing.md#refunds. */
export function RefundFields({ control, refundable, fixed }: RefundFieldsProps) {
  const amount = useWatch({ control, name: 'amount' });
  return (
    <div className={styles.fields}>
      <TextField
        control={control}
        name="amount"
        label="Refund amount"
        problem={aboveRefundable(amount, refundable)}
        className={styles.dollars}
        prefix="$"
        inputMode="decimal"
        autoFocus
        readOnly={fixed}
        onFocus={({ target }) => target.select()}
      />
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

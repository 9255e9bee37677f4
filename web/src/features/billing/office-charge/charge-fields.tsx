import type { InputProps } from 'antd';
import type { Control } from 'react-hook-form';
import { maxDescription } from '@washdesk/rules/billing/charges';
import { TextField } from '../../../components/form/text-field.tsx';
import type { OfficeCharge, OfficeChargeForm } from './office-charge-form.ts';
import styles from './office-charge.module.css';

interface Entry {
  name: keyof OfficeChargeForm;
  label: string;
  maxLength: number;
  /** Whether the number of remaining characters is shown. */
  counted?: boolean;
  note?: string;
  input?: Omit<InputProps, 'type'> & { type?: 'email' };
}

/** The contract's limits. */
const entries: readonly Entry[] = [
  {
    name: 'amount',
    label: 'Amount',
    maxLength: 12,
    input: { prefix: '$', placeholder: '0.00', inputMode: 'decimal', autoFocus: true, className: styles.amount },
  },
  {
    name: 'description',
    label: 'Description',
    maxLength: maxDescription,
    counted: true,
    note: 'Shown on the card statement. Letters and numbers only',
  },
  { name: 'refNumber', label: 'Reference number', maxLength: 60, note: 'Internal' },
  { name: 'email', label: 'Email', maxLength: 200, note: 'Stripe sends the receipt here', input: { type: 'email', inputMode: 'email' } },
];

/** The fields of an office charge. */
export function ChargeFields({ control }: { control: Control<OfficeChargeForm, unknown, OfficeCharge> }) {
  return (
    <div className={styles.fields}>
      {entries.map(({ name, label, maxLength, counted = false, note, input }) => (
        <TextField
          key={name}
          {...input}
          control={control}
          name={name}
          id={`office-charge-${name}`}
          label={label}
          hint={note}
          maxLength={maxLength}
          showCount={counted}
        />
      ))}
    </div>
  );
}

import { maxDescription } from '@washdesk/rules/billing/charges';
import { Input } from 'antd';
import { Field } from '../../../components/field.tsx';
import styles from './office-charge.module.css';
import type { OfficeChargeForm, Problems } from './office-charge-form.ts';

interface ChargeFieldsProps {
  form: OfficeChargeForm;
  problems: Problems;
  onChange: (form: OfficeChargeForm) => void;
}

interface Entry {
  name: keyof OfficeChargeForm;
  label: string;
  maxLength: number;
  /** Whether what is left of the length stands beside it. */
  counted?: boolean;
  note?: string;
  input?: React.ComponentProps<typeof Input>;
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
    note: 'On the card statement: letters and numbers',
  },
  { name: 'refNumber', label: 'Reference number', maxLength: 60, note: 'Internal' },
  { name: 'email', label: 'Email', maxLength: 200, note: 'Stripe sends the receipt here', input: { type: 'email', inputMode: 'email' } },
];

/** The entries of an office charge. */
export function ChargeFields({ form, problems, onChange }: ChargeFieldsProps) {
  return (
    <div className={styles.fields}>
      {entries.map(({ name, label, maxLength, counted = false, note, input }) => (
        <Field key={name} id={`office-charge-${name}`} label={label} hint={note} problem={problems[name]}>
          {(control) => (
            <Input
              {...input}
              {...control}
              size="large"
              autoComplete="off"
              value={form[name]}
              maxLength={maxLength}
              showCount={counted}
              onChange={(event) => onChange({ ...form, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

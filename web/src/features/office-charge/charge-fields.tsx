import { maxDescription } from '@washdesk/rules/charges';
import { Form, Input } from 'antd';
import styles from './office-charge.module.css';
import type { OfficeChargeForm, Problems } from './office-charge-form.ts';

interface ChargeFieldsProps {
  form: OfficeChargeForm;
  problems: Problems;
  onChange: (form: OfficeChargeForm) => void;
}

interface Field {
  name: keyof OfficeChargeForm;
  label: string;
  maxLength: number;
  /** Whether what is left of the length stands beside it. */
  counted?: boolean;
  note?: string;
  input?: React.ComponentProps<typeof Input>;
}

/** The contract's limits. */
const fields: readonly Field[] = [
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
    <Form component={false} layout="vertical" requiredMark={false}>
      {fields.map(({ name, label, maxLength, counted = false, note, input }) => (
        <Form.Item
          key={name}
          className={styles.field}
          label={label}
          htmlFor={`office-charge-${name}`}
          validateStatus={problems[name] ? 'error' : ''}
          help={<span id={`office-charge-${name}-help`}>{problems[name] ?? note}</span>}
        >
          <Input
            {...input}
            id={`office-charge-${name}`}
            size="large"
            autoComplete="off"
            value={form[name]}
            maxLength={maxLength}
            showCount={counted}
            aria-invalid={problems[name] !== undefined}
            aria-describedby={`office-charge-${name}-help`}
            onChange={(event) => onChange({ ...form, [name]: event.target.value })}
          />
        </Form.Item>
      ))}
    </Form>
  );
}

import { maxDescription } from '@washdesk/rules/billing/charges';
import { Input } from 'antd';
import { Field } from '../../components/field.tsx';
import { maxNote, type RefundForm, type RefundProblems } from './refund-form.ts';
import styles from './refund.module.css';

interface RefundFieldsProps {
  form: RefundForm;
  problems: RefundProblems;
  /** Asked for already: what was asked stands. */
  fixed: boolean;
  onChange: (form: RefundForm) => void;
}

/** Amount, description and note (front-desk section 5, "Refund"). */
export function RefundFields({ form, problems, fixed, onChange }: RefundFieldsProps) {
  return (
    <div className={styles.fields}>
      <Field label="Refund amount" problem={problems.amount}>
        {(control) => (
          <Input
            {...control}
            size="large"
            className={styles.dollars}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            readOnly={fixed}
            value={form.amount}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => onChange({ ...form, amount: target.value })}
          />
        )}
      </Field>
      <Field label="Description" hint={`On the receipt, up to ${maxDescription} characters`}>
        {(control) => (
          <Input
            {...control}
            size="large"
            maxLength={maxDescription}
            showCount
            autoComplete="off"
            readOnly={fixed}
            value={form.description}
            onChange={({ target }) => onChange({ ...form, description: target.value })}
          />
        )}
      </Field>
      <Field label="Note" problem={problems.note}>
        {(control) => (
          <Input
            {...control}
            size="large"
            maxLength={maxNote}
            autoComplete="off"
            required
            readOnly={fixed}
            value={form.note}
            onChange={({ target }) => onChange({ ...form, note: target.value })}
          />
        )}
      </Field>
    </div>
  );
}

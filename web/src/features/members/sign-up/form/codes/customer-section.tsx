import { maxCodeLength } from '@washdesk/rules/codes/codes';
import { Section } from '../../../../../components/layout/section.tsx';
import { fieldLabels } from '../fields/field-order.ts';
import { SignUpText } from '../fields/sign-up-text.tsx';
import type { FormControl } from '../state/form-control.ts';
import { CodeField } from './code-field.tsx';
import { PlateStates } from './plate-states.tsx';
import type { Codes } from './use-codes.ts';
import styles from '../sign-up-panel.module.css';

const maxNameLength = 60;

interface CustomerSectionProps {
  form: FormControl;
  codes: Codes;
  /** Whether a dialog is open, which disables shortcuts. */
  quiet: boolean;
}

/** The customer's name, and the codes that the lane uses. */
export function CustomerSection({ form, codes, quiet }: CustomerSectionProps) {
  return (
    <Section title="Customer Information">
      <div className={styles.fields}>
        <div className={styles.whole}>
          <CodeField form={form} codes={codes} field="plate" label={fieldLabels.plate} placeholder="ABC123-IL" className={styles.plate} />
          <PlateStates form={form} codes={codes} quiet={quiet} />
        </div>
        <CodeField form={form} codes={codes} field="tag" label={fieldLabels.tag} placeholder="12345+123456" />
        <SignUpText
          form={form}
          field="theCardNumber"
          label={fieldLabels.theCardNumber}
          placeholder="Optional"
          maxLength={maxCodeLength}
          inputMode="numeric"
        />
        <SignUpText form={form} field="firstName" label={fieldLabels.firstName} maxLength={maxNameLength} />
        <SignUpText form={form} field="lastName" label={fieldLabels.lastName} maxLength={maxNameLength} />
      </div>
    </Section>
  );
}

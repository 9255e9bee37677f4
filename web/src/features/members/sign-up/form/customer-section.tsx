import { maxCodeLength } from '@washdesk/rules/codes/codes';
import { Section } from '../../../../components/section.tsx';
import { CodeField } from './code-field.tsx';
import type { FormAccess } from './form-access.ts';
import { PlateStates } from './plate-states.tsx';
import styles from './sign-up-panel.module.css';
import { TextField } from './text-field.tsx';
import type { Codes } from './use-codes.ts';

const maxNameLength = 60;

interface CustomerSectionProps {
  access: FormAccess;
  codes: Codes;
  /** Dialogs are open: no shortcut acts. */
  quiet: boolean;
}

/** Who it is, and by what the lane will know them (front-desk section 2, "Signup form"). */
export function CustomerSection({ access, codes, quiet }: CustomerSectionProps) {
  return (
    <Section title="Customer Information">
      <div className={styles.fields}>
        <div className={styles.whole}>
          <CodeField access={access} codes={codes} field="plate" label="Plate" placeholder="ABC123-IL" className={styles.plate} />
          <PlateStates access={access} codes={codes} quiet={quiet} />
        </div>
        <div className={styles.whole}>
          <CodeField access={access} codes={codes} field="tag" label="Barcode (tag)" placeholder="12345+123456" />
        </div>
        <TextField access={access} field="firstName" label="First name" maxLength={maxNameLength} />
        <TextField access={access} field="lastName" label="Last name" maxLength={maxNameLength} />
        <div className={styles.whole}>
          <TextField
            access={access}
            field="theCardNumber"
            label="TheCard number (optional)"
            maxLength={maxCodeLength}
            inputMode="numeric"
          />
        </div>
      </div>
    </Section>
  );
}

import { Segmented } from 'antd';
import { Section } from '../../../../components/section.tsx';
import { useStatesQuery } from '../sign-up-api.ts';
import type { FormAccess } from './form-access.ts';
import { ListField } from './list-field.tsx';
import { optionOf } from './list-options.ts';
import styles from './sign-up-panel.module.css';
import { TextField } from './text-field.tsx';

const lengths = { zip: 20, city: 100, state: 40, email: 200, phone: 20 } as const;
const countries = [
  { value: 'US', label: 'US' },
  { value: 'CA', label: 'CA' },
] as const;

interface ContactSectionProps {
  access: FormAccess;
  onZip: (zip: string) => void;
}

/** Where they live and how they are reached. The postal code comes first: it fills in the rest of the address. */
export function ContactSection({ access, onZip }: ContactSectionProps) {
  const { form, change } = access;
  const { data, isError } = useStatesQuery();
  const options = data?.states
    .filter(({ country }) => country === form.country)
    .map(({ abbreviation, name }) => optionOf(abbreviation, name));
  return (
    <Section title="Contact Info">
      <div className={styles.address}>
        <TextField access={access} field="zip" label="Zip" maxLength={lengths.zip} onType={onZip} />
        <TextField access={access} field="city" label="City" maxLength={lengths.city} />
        <ListField
          access={access}
          field="state"
          label="State"
          options={isError ? null : (options ?? [])}
          maxLength={lengths.state}
          onPick={(state) => change({ state })}
        />
        <div className={styles.country}>
          <span className={styles.label}>Country</span>
          <Segmented
            size="large"
            block
            aria-label="Country"
            options={[...countries]}
            value={form.country}
            onChange={(country) => change({ country, state: '' })}
          />
        </div>
      </div>
      <div className={`${styles.fields} ${styles.next}`}>
        <TextField access={access} field="email" label="Email" type="email" maxLength={lengths.email} />
        <TextField access={access} field="cellPhone" label="Cell phone (optional)" type="tel" maxLength={lengths.phone} />
      </div>
    </Section>
  );
}

import { Checkbox, Segmented } from 'antd';
import { useWatch } from 'react-hook-form';
import { Section } from '../../../../../components/layout/section.tsx';
import { useLazyZipQuery } from '../../../../../domain/customers/customer-api.ts';
import { addressFromLookup, addressFromPostalCode, isLookedUpZip } from '../../../../../domain/postal/postal.ts';
import { useStatesQuery } from '../../sign-up-api.ts';
import { fieldLabels } from '../fields/field-order.ts';
import { ListField } from '../fields/list-field.tsx';
import { optionOf } from '../fields/list-options.ts';
import { SignUpText } from '../fields/sign-up-text.tsx';
import type { FormControl } from '../state/form-control.ts';
import styles from '../sign-up-panel.module.css';

const lengths = { zip: 20, city: 100, state: 40, email: 200, phone: 20 } as const;
const countries = [
  { value: 'US', label: 'US' },
  { value: 'CA', label: 'CA' },
] as const;

interface ContactSectionProps {
  form: FormControl;
  /** The location's state, used if a postal code's address is unknown. */
  locationState: string;
}

/** The customer's address, email and phone. The postal code comes first because it fills in the rest of the address. */
export function ContactSection({ form, locationState }: ContactSectionProps) {
  const onZip = useZipLookup(form, locationState);
  const chosenCountry = useWatch({ control: form.control, name: 'country' });
  const noEmail = useWatch({ control: form.control, name: 'noEmail' });
  const { data, isError } = useStatesQuery();
  const options = data?.states
    .filter(({ country }) => country === chosenCountry)
    .map(({ abbreviation, name }) => optionOf(abbreviation, name));
  return (
    <Section title="Contact Info">
      <div className={styles.address}>
        <SignUpText form={form} field="zip" label={fieldLabels.zip} maxLength={lengths.zip} onType={onZip} />
        <SignUpText form={form} field="city" label={fieldLabels.city} maxLength={lengths.city} />
        <ListField
          form={form}
          field="state"
          label={fieldLabels.state}
          options={isError ? null : (options ?? [])}
          maxLength={lengths.state}
        />
        <div className={styles.country}>
          <span className={styles.label}>Country</span>
          <Segmented
            size="large"
            block
            aria-label="Country"
            options={[...countries]}
            value={chosenCountry}
            onChange={(country) => form.change({ country, state: '' })}
          />
        </div>
      </div>
      <div className={`${styles.fields} ${styles.next}`}>
        <div>
          <SignUpText form={form} field="email" label={fieldLabels.email} type="email" maxLength={lengths.email} disabled={noEmail} />
          <Checkbox
            checked={noEmail}
            onChange={({ target: { checked } }) => form.change({ noEmail: checked, ...(checked && { email: '' }) })}
          >
            No email
          </Checkbox>
        </div>
        <SignUpText form={form} field="cellPhone" label={`${fieldLabels.cellPhone} (optional)`} type="tel" maxLength={lengths.phone} />
      </div>
    </Section>
  );
}

/** Handles a typed postal code: five digits fill in city, state and country; see docs/rules/members.md#addresses. */
function useZipLookup({ change, getValues }: FormControl, locationState: string): (zip: string) => void {
  const [find] = useLazyZipQuery();
  return (zip) => {
    change({ zip, ...addressFromPostalCode(zip) });
    if (!isLookedUpZip(zip)) return;
    void find({ params: { zip } }, true).then(({ data = null }) => {
      // The field may have changed before the response arrived.
      if (getValues('zip') === zip) change(addressFromLookup(data, locationState));
    });
  };
}

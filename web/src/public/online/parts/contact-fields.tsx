import { useEffect, useRef } from 'react';
import { states } from '@washdesk/rules/codes/states';
import { formatPhone } from '@washdesk/rules/customers/phones';
import type { OnlineCountry } from '@washdesk/rules/plans/online-sign-up';
import { SelectField, TextField } from '../../components/field.tsx';
import { CallFailed } from '../../lib/call.ts';
import { readZip } from '../online-calls.ts';
import { withPostalCode, type FieldName, type SignUpForm } from '../sign-up-form.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './form-parts.module.css';

interface ContactFieldsProps {
  form: SignUpForm;
  /** The state of the wash, for an unknown ZIP. */
  siteState: string;
  problemOf: (field: FieldName) => string | undefined;
  change: (values: Partial<SignUpForm>) => void;
}

/** Email, phone and address; a ZIP fills in city and state. */
export function ContactFields({ form, siteState, problemOf, change }: ContactFieldsProps) {
  const { customer } = useTexts();
  useZipLookUp(form, siteState, change);
  const isCanada = form.country === 'CA';
  return (
    <>
      <TextField
        label={customer.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        maxLength={254}
        value={form.email}
        hint={customer.emailHint}
        problem={problemOf('email')}
        onChange={(email) => change({ email })}
      />
      <TextField
        label={customer.phone}
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        enterKeyHint="next"
        maxLength={20}
        value={form.phone}
        problem={problemOf('phone')}
        onChange={(phone) => change({ phone })}
        onBlur={() => change({ phone: formatPhone(form.phone) })}
      />
      <div className={styles.pair}>
        <TextField
          label={customer.postalCode}
          name="postalCode"
          autoComplete="postal-code"
          // a Canadian code has letters, and it is what sets the country
          inputMode="text"
          autoCapitalize="characters"
          enterKeyHint="next"
          maxLength={10}
          value={form.postalCode}
          problem={problemOf('postalCode')}
          onChange={(typed) => change(withPostalCode(form, typed))}
        />
        <SelectField
          label={customer.country}
          name="country"
          problem={problemOf('country')}
          autoComplete="country"
          value={form.country}
          choices={Object.entries(customer.countries).map(([value, label]) => ({ value, label }))}
          onChange={(country) => change({ country: country as OnlineCountry, state: '' })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label={customer.city}
          name="city"
          autoComplete="address-level2"
          enterKeyHint="done"
          maxLength={80}
          value={form.city}
          problem={problemOf('city')}
          onChange={(city) => change({ city })}
        />
        <SelectField
          label={isCanada ? customer.province : customer.state}
          name="state"
          autoComplete="address-level1"
          value={form.state}
          empty={customer.chooseState}
          choices={states
            .filter(({ country }) => country === form.country)
            .map(({ abbreviation, name }) => ({ value: abbreviation, label: name }))}
          problem={problemOf('state')}
          onChange={(state) => change({ state })}
        />
      </div>
    </>
  );
}

/** Looks up each new 5-digit ZIP once. City and state that were kept with their ZIP stay as they were typed. */
function useZipLookUp({ postalCode }: SignUpForm, siteState: string, change: ContactFieldsProps['change']): void {
  const lookedUp = useRef(postalCode);
  useEffect(() => {
    if (!/^\d{5}$/.test(postalCode) || lookedUp.current === postalCode) return undefined;
    const canceled = new AbortController();
    readZip(postalCode, canceled.signal).then(
      ({ city, state_id, state }) => {
        lookedUp.current = postalCode;
        change({ country: 'US', city: city ?? '', state: state_id ?? state ?? '' });
      },
      (error: unknown) => {
        // the city is typed by hand then
        if (error instanceof CallFailed && error.code === 'zip_not_found') change({ state: siteState });
      },
    );
    return () => canceled.abort();
  }, [postalCode, siteState, change]);
}

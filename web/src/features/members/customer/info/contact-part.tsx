import { Segmented, Select } from 'antd';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { states } from '@washdesk/rules/codes/states';
import { formatPhone, toE164 } from '@washdesk/rules/customers/phones';
import { FormField } from '../../../../components/form/form-field.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { InfoText, labelOf } from './info-part.tsx';
import { TextInput } from './text-input.tsx';
import type { InfoEdit } from './use-info-form.tsx';
import { useZipEntry } from './use-zip-entry.ts';
import styles from './customer-info.module.css';

interface TextsProps {
  customer: CustomerDetail;
  edit: InfoEdit;
}

export function ContactTexts({ customer: { name, phone, email, bademail, address, deleted }, edit }: TextsProps) {
  const { line1, city, state, postal_code: zip, country } = address ?? {};
  const place = [line1, city, [state, zip].filter(Boolean).join(' '), country === 'US' ? null : country].filter(Boolean).join(', ');
  const row = { part: 'contact', edit: deleted ? null : edit } as const;
  return (
    <dl className={styles.texts}>
      <InfoText {...row} field="name" label="Name">
        {name}
      </InfoText>
      <InfoText {...row} field="phone">
        {phone && <a href={`tel:${toE164(phone) ?? phone}`}>{formatPhone(phone)}</a>}
      </InfoText>
      <InfoText {...row} field="email">
        {email && (
          <>
            <a href={`mailto:${email}`}>{email}</a> {bademail && <StatusBadge tone="stop">Bounced</StatusBadge>}
          </>
        )}
      </InfoText>
      <InfoText {...row} field="zip" label="Address">
        {place}
      </InfoText>
    </dl>
  );
}

export function ContactFields({ edit }: { edit: InfoEdit }) {
  const { form, values } = edit;
  const zip = useZipEntry(form);
  const chosen = states.filter(({ country }) => country === values.country);
  return (
    <>
      <TextInput edit={edit} name="name" />
      <TextInput edit={edit} name="phone" type="tel" />
      <TextInput edit={edit} name="email" type="email" />
      <TextInput edit={edit} name="zip" onType={zip} />
      <TextInput edit={edit} name="city" />
      <FormField control={form.control} name="state" label={labelOf('state', edit)}>
        {({ id, status, value, onChange, ref }) => (
          <Select
            id={id}
            ref={ref}
            status={status}
            size="large"
            value={value || null}
            options={chosen.map(({ abbreviation, name }) => ({ value: abbreviation, label: `${abbreviation} ${name}` }))}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            onChange={onChange}
          />
        )}
      </FormField>
      <FormField control={form.control} name="country" label={labelOf('country', edit)}>
        {({ id, value }) => (
          <Segmented
            id={id}
            size="large"
            value={value}
            options={['US', 'CA']}
            onChange={(country) => form.change({ country: country as typeof value, state: '' })}
          />
        )}
      </FormField>
    </>
  );
}

import { Checkbox } from 'antd';
import { Controller, useWatch } from 'react-hook-form';
import { defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import { Section } from '../../../../../components/layout/section.tsx';
import { useAtLeast } from '../../../../../lib/session/use-session.ts';
import { fieldLabels } from '../fields/field-order.ts';
import { ListField } from '../fields/list-field.tsx';
import type { FormControl } from '../state/form-control.ts';
import { useVehicleLists } from './use-vehicle-lists.ts';
import styles from '../sign-up-panel.module.css';

const lengths = { make: 60, model: 60, color: 40 } as const;

const flags = [
  { name: 'isTruck', label: 'Truck' },
  { name: 'isCommercial', label: 'Commercial' },
] as const;
/** The flags for SupportCenter and above. */
const supportFlags = [
  { name: 'isBusinessSelect', label: 'Business Select' },
  { name: 'taxExempt', label: 'Tax Exempt' },
] as const;

export function VehicleSection({ form }: { form: FormControl }) {
  const make = useWatch({ control: form.control, name: 'make' });
  const lists = useVehicleLists(make);
  const isSupport = useAtLeast('SupportCenter');
  return (
    <Section title="Vehicle Information">
      {lists.silent && <p className={styles.note}>Sitewatch lists are unavailable. Type the make and model.</p>}
      <div className={styles.vehicle}>
        <ListField
          form={form}
          field="make"
          label={fieldLabels.make}
          options={lists.makes}
          maxLength={lengths.make}
          loading={lists.loading.makes}
          onPick={(picked) => form.change({ make: picked, ...(picked !== make && { model: '' }) })}
        />
        <ListField
          form={form}
          field="model"
          label={fieldLabels.model}
          options={lists.models}
          maxLength={lengths.model}
          disabled={(make === '' && !lists.loading.makes) || make === defaultCarMake}
          loading={make === '' || lists.loading.models}
        />
        <ListField form={form} field="color" label={fieldLabels.color} options={lists.colors} maxLength={lengths.color} />
        <div className={`${styles.flags} ${styles.whole}`}>
          {[...flags, ...(isSupport ? supportFlags : [])].map(({ name, label }) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field: { value, onChange } }) => (
                <Checkbox checked={value} onChange={({ target }) => onChange(target.checked)}>
                  {label}
                </Checkbox>
              )}
            />
          ))}
        </div>
      </div>
    </Section>
  );
}

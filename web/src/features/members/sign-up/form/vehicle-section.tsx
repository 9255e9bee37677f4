import { defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import { Checkbox } from 'antd';
import { Section } from '../../../../components/section.tsx';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import type { FormAccess } from './form-access.ts';
import { ListField } from './list-field.tsx';
import styles from './sign-up-panel.module.css';
import { useVehicleLists } from './use-vehicle-lists.ts';

const lengths = { make: 60, model: 60, color: 40 } as const;

const flags = [
  { name: 'isTruck', label: 'Truck' },
  { name: 'isCommercial', label: 'Commercial' },
] as const;
/** Shown to SupportCenter and above (front-desk section 5). */
const supportFlags = [
  { name: 'isBusinessSelect', label: 'Business Select' },
  { name: 'taxExempt', label: 'Tax Exempt' },
] as const;

/** The car. */
export function VehicleSection({ access }: { access: FormAccess }) {
  const { form, change } = access;
  const lists = useVehicleLists(form.make);
  const isSupport = useAtLeast('SupportCenter');
  return (
    <Section title="Vehicle Information">
      {lists.silent && <p className={styles.note}>Sitewatch gives no lists at the moment. Please type make and model.</p>}
      <div className={styles.fields}>
        <ListField
          access={access}
          field="make"
          label="Make"
          options={lists.makes}
          maxLength={lengths.make}
          loading={lists.loading}
          onPick={(make) => change({ make, ...(make !== form.make && { model: '' }) })}
        />
        <ListField
          access={access}
          field="model"
          label="Model"
          options={lists.models}
          maxLength={lengths.model}
          disabled={form.make === '' || form.make === defaultCarMake}
          onPick={(model) => change({ model })}
        />
        <ListField
          access={access}
          field="color"
          label="Color"
          options={lists.colors}
          maxLength={lengths.color}
          onPick={(color) => change({ color })}
        />
        <div className={isSupport ? `${styles.flags} ${styles.whole}` : styles.flags}>
          {[...flags, ...(isSupport ? supportFlags : [])].map(({ name, label }) => (
            <Checkbox key={name} checked={form[name]} onChange={({ target }) => change({ [name]: target.checked })}>
              {label}
            </Checkbox>
          ))}
        </div>
      </div>
    </Section>
  );
}

import { Checkbox } from 'antd';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { roleNames } from '@washdesk/rules/company/roles';
import { FormField, type FormFieldProps } from '../../../components/form/form-field.tsx';
import styles from './staff.module.css';

type RolesFieldProps<In extends FieldValues, Out> = Omit<FormFieldProps<In, FieldPathByValue<In, string[]>, Out>, 'children'>;

/** The roles of a person or a program; several can be selected. */
export function RolesField<In extends FieldValues, Out>(props: RolesFieldProps<In, Out>) {
  return (
    <FormField {...props}>
      {({ value, onChange }) => (
        <Checkbox.Group
          className={styles.roles}
          options={roleNames.map((name) => ({ value: name, label: name }))}
          value={value}
          onChange={onChange}
        />
      )}
    </FormField>
  );
}

import { Select } from 'antd';
import { Field } from '../../../../components/field.tsx';
import { fieldId } from './fields.ts';
import type { FormAccess } from './form-access.ts';
import { compareByMatch, type ListOption } from './list-options.ts';
import styles from './sign-up-panel.module.css';
import { TextField, type TextFieldName } from './text-field.tsx';

/** Pixels; the style sheet's: a finger hits it. */
const optionHeight = 44;

interface ListFieldProps {
  access: FormAccess;
  field: TextFieldName;
  label: string;
  /** Null where there is no list: then it is typed. */
  options: readonly ListOption[] | null;
  maxLength: number;
  disabled?: boolean;
  loading?: boolean;
  onPick: (value: string) => void;
}

/** Type ahead: a few letters, then Enter, and on to the next field. Without a list a field to type into, for nothing here may be a dead end. */
export function ListField({ access, field, label, options, maxLength, disabled = false, loading = false, onPick }: ListFieldProps) {
  if (options === null) {
    const type = (text: string): void => onPick(text.toUpperCase());
    return <TextField access={access} field={field} label={label} maxLength={maxLength} disabled={disabled} onType={type} />;
  }
  return (
    <Field id={fieldId(field)} label={label}>
      {({ id, status }) => (
        <Select
          id={id}
          status={status}
          size="large"
          value={access.form[field] || null}
          options={[...options]}
          disabled={disabled}
          loading={loading}
          // what is chosen is shown as it is kept: a state by its two letters
          labelRender={({ value }) => value}
          popupMatchSelectWidth={false}
          listItemHeight={optionHeight}
          classNames={{ popup: { root: styles.options } }}
          showSearch={{
            filterOption: (typed, option) => option?.search.includes(typed.trim().toLowerCase()) ?? false,
            filterSort: (a, b, { searchValue }) => compareByMatch(a, b, searchValue),
          }}
          onChange={onPick}
          onSelect={() => access.goOnFrom(field)}
        />
      )}
    </Field>
  );
}

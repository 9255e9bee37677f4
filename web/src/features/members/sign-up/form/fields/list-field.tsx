import { Select } from 'antd';
import type { KeyboardEvent, ReactElement } from 'react';
import { FormField } from '../../../../../components/form/form-field.tsx';
import type { FormControl } from '../state/form-control.ts';
import { fieldId } from './field-order.ts';
import { compareByMatch, isMatch, type ListOption } from './list-options.ts';
import { SignUpText, type TextFieldName } from './sign-up-text.tsx';
import { useTypedAhead } from './use-typed-ahead.ts';
import styles from '../sign-up-panel.module.css';

/** The height of an option in pixels, as in the style sheet: large enough for touch. */
const optionHeight = 44;

interface ListFieldProps {
  form: FormControl;
  field: TextFieldName;
  label: string;
  /** Null if there is no list; the value is typed then. */
  options: readonly ListOption[] | null;
  maxLength: number;
  disabled?: boolean;
  /** Whether its options are still loading: what is typed meanwhile is chosen when they are there. */
  loading?: boolean;
  onPick?: (value: string) => void;
}

/** A scrollable part must be reachable by keyboard, but antd's list is not: its options are selected from the field. */
const focusableList = (list: ReactElement) => <div ref={makeFocusable}>{list}</div>;

function makeFocusable(list: HTMLElement | null): void {
  list?.querySelector('.ant-select-dropdown-list-holder')?.setAttribute('tabindex', '0');
}

/** A list with type-ahead: a few letters and Enter or Tab select an option and move to the next field. Without a list it is a text field. */
export function ListField({ form, field, label, options, maxLength, disabled = false, loading = false, onPick }: ListFieldProps) {
  const pick = onPick ?? ((value: string) => form.change({ [field]: value }));
  const ahead = useTypedAhead({ options, loading, pick });
  const onInputKeyDown = (event: KeyboardEvent): void => {
    if (event.shiftKey || !ahead.takes(event.key)) return;
    event.preventDefault();
    form.goOnFrom(field);
  };
  if (options === null) {
    const type = (text: string): void => pick(text.toUpperCase());
    return <SignUpText form={form} field={field} label={label} maxLength={maxLength} disabled={disabled} onType={type} />;
  }
  return (
    <FormField control={form.control} name={field} label={label} id={fieldId(field)}>
      {({ id, status, value: chosen, ref }) => (
        <Select
          id={id}
          ref={ref}
          status={status}
          size="large"
          value={chosen || ahead.awaited || null}
          options={[...options]}
          disabled={disabled}
          loading={loading && !disabled}
          // The choice is shown as stored: a state by its two letters.
          labelRender={({ value }) => value}
          popupMatchSelectWidth={false}
          popupRender={focusableList}
          listItemHeight={optionHeight}
          classNames={{ popup: { root: styles.options } }}
          showSearch={{
            filterOption: (typed, option) => option !== undefined && isMatch(option, typed),
            filterSort: (a, b, { searchValue }) => compareByMatch(a, b, searchValue),
            onSearch: ahead.type,
          }}
          onInputKeyDown={onInputKeyDown}
          onChange={(value: string) => {
            ahead.forget();
            pick(value);
          }}
          onSelect={() => form.goOnFrom(field)}
        />
      )}
    </FormField>
  );
}

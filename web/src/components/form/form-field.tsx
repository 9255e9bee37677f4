import type { ReactNode } from 'react';
import { useController, type Control, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form';
import { problemSentence } from '../../lib/api/call-failure.ts';
import { Field, type FieldControl } from '../input/field.tsx';

/** The properties that bind an antd control to a form field. */
export interface BoundControl<Value> extends FieldControl {
  value: Value;
  onChange: (change: unknown) => void;
  onBlur: () => void;
  ref: (control: { focus?: () => void } | null) => void;
}

export interface FormFieldProps<In extends FieldValues, Name extends FieldPath<In>, Out> {
  control: Control<In, unknown, Out>;
  name: Name;
  label: string;
  /** The control's id, for links to the field. */
  id?: string | undefined;
  hint?: ReactNode;
  /** A problem known before the form is validated. */
  problem?: string | null | undefined;
  children: (control: BoundControl<FieldPathValue<In, Name>>) => ReactNode;
}

/** A labeled control bound to a form value, with the field's problem below. */
export function FormField<In extends FieldValues, Name extends FieldPath<In>, Out>(props: FormFieldProps<In, Name, Out>) {
  const { control, name, label, id, hint, problem, children } = props;
  const { field, fieldState } = useController({ control, name });
  const { value, onChange, onBlur, ref } = field;
  const words = fieldState.error?.message;
  return (
    <Field id={id} label={label} hint={hint} problem={words == null ? problem : problemSentence(label.replace(/ \(.*/, ''), words)}>
      {(labelledRule) => children({ ...labelledRule, value, onChange, onBlur, ref })}
    </Field>
  );
}

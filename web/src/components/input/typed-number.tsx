import { Input } from 'antd';
import { Field } from './field.tsx';

interface TypedNumberProps {
  /** How many the act concerns. */
  number: number;
  /** What the act does, after "to". */
  act: string;
  value: string;
  onChange: (value: string) => void;
}

/** Whether the user has typed the number; separators do not matter. */
export const isTyped = (value: string, number: number): boolean => value.replaceAll(/[\s,.]/g, '') === String(number);

/** Asks for the number of people whom an act concerns, so that a large act is never one click. */
export function TypedNumber({ number, act, value, onChange }: TypedNumberProps) {
  return (
    <Field label={`Type ${number} to ${act}`}>
      {(control) => (
        <Input
          {...control}
          size="large"
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

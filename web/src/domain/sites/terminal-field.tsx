import { Select } from 'antd';
import { Field } from '../../components/input/field.tsx';
import { useConfigQuery } from '../../lib/startup-api.ts';

interface TerminalFieldProps {
  /** Null is any terminal. */
  value: string | null;
  onChange: (terminal: string | null) => void;
}

const anyTerminal = 'any';

/** Selects one of the company's terminals, or any, for searches (docs/rules/sites.md#terminals). */
export function TerminalField({ value, onChange }: TerminalFieldProps) {
  const { data } = useConfigQuery();
  const terminals = (data?.configOptions?.terminals ?? []).map((name) => ({ value: name, label: name }));
  return (
    <Field label="Terminal">
      {(control) => (
        <Select
          {...control}
          size="large"
          value={value ?? anyTerminal}
          options={[{ value: anyTerminal, label: 'Any terminal' }, ...terminals]}
          onChange={(terminal: string) => onChange(terminal === anyTerminal ? null : terminal)}
        />
      )}
    </Field>
  );
}

import { Input, Select } from 'antd';
import { useState } from 'react';
import type { FieldControl } from '../../../components/input/field.tsx';
import { isNullable, optionsOf, valueInWords, type SchemaNode } from './schema-node.ts';
import styles from './configuration.module.css';

interface InputOf {
  node: SchemaNode;
  value: unknown;
  /** Receives undefined for an empty field. */
  onChange: (value: unknown) => void;
  control: FieldControl;
}

const defaultWords = (node: SchemaNode): string | undefined =>
  node.default === undefined || node.default === '' || (Array.isArray(node.default) && node.default.length === 0)
    ? undefined
    : `Default: ${valueInWords(node.default)}`;

const isDecimal = /^-?\d+(?:\.\d+)?$/u;
/** What isn't a number stays as typed, so that the check names it. */
function numberOf(text: string, node: SchemaNode): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (isNullable(node) && trimmed.toLowerCase() === 'none') return null;
  return isDecimal.test(trimmed) ? Number(trimmed) : trimmed;
}

/** An input whose text is kept as typed, beside the value that it means. */
function useTyped(value: unknown, read: (text: string) => unknown, onChange: (value: unknown) => void) {
  const [text, setText] = useState(value === undefined ? '' : valueInWords(value));
  return {
    value: text,
    onChange: ({ target }: { target: { value: string } }) => {
      setText(target.value);
      onChange(read(target.value));
    },
  };
}

type NumberInputProps = Omit<InputOf, 'control'> &
  ({ control: FieldControl; label?: undefined; prefix?: undefined } | { control?: undefined; label: string; prefix: string | undefined });

/** @param props with `label` instead of `control` where a heading is above several inputs */
export function NumberInput({ node, value, onChange, control, label, prefix }: NumberInputProps) {
  const typed = useTyped(value, (text) => numberOf(text, node), onChange);
  return (
    <Input
      {...control}
      {...typed}
      aria-label={label}
      prefix={prefix && <span className={styles.hint}>{prefix}</span>}
      inputMode="decimal"
      autoComplete="off"
      placeholder={defaultWords(node)}
    />
  );
}

export function TextInput({ node, value, onChange, control }: InputOf) {
  const typed = useTyped(value, (text) => (text === '' ? undefined : text), onChange);
  return <Input {...control} {...typed} autoComplete="off" spellCheck={false} placeholder={defaultWords(node)} />;
}

export function LinesInput({ value, onChange, control }: InputOf) {
  const typed = useTyped(value, (text) => (text.trim() === '' ? undefined : text), onChange);
  return <Input.TextArea {...control} {...typed} rows={4} autoComplete="off" spellCheck={false} />;
}

/** Values between commas. */
export function ListInput({ node, value, onChange, control }: InputOf) {
  const entry = node.items || {};
  const isNumbers = entry.type === 'integer' || entry.type === 'number';
  const read = (text: string): unknown => {
    const parts = text.split(',').map((part) => part.trim());
    const entries = parts.filter((part) => part !== '').map((part) => (isNumbers ? numberOf(part, entry) : part));
    return entries.length > 0 ? entries : undefined;
  };
  const typed = useTyped(value, read, onChange);
  return <Input {...control} {...typed} autoComplete="off" spellCheck={false} placeholder={isNumbers ? '1, 2 …' : undefined} />;
}

export function ChoiceInput({ node, value, onChange, control, required }: InputOf & { required: boolean }) {
  return (
    <Select
      {...control}
      value={value ?? null}
      placeholder={defaultWords(node) ?? (required ? 'Choose' : undefined)}
      allowClear={!required}
      options={[...(optionsOf(node) ?? [])]}
      onChange={(next: unknown) => onChange(next ?? undefined)}
    />
  );
}

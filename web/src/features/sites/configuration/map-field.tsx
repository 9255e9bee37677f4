import { Button, Input } from 'antd';
import { useState } from 'react';
import type { Group, SchemaNode } from './schema-node.ts';
import { NumberInput } from './typed-inputs.tsx';
import styles from './configuration.module.css';

interface MapFieldProps {
  node: SchemaNode;
  label: string;
  value: Group;
  problem: string | null;
  onChange: (value: Group | undefined) => void;
}

interface Row {
  id: number;
  name: string;
  value: unknown;
}

/** Names with a value each: the lane of each antenna. */
export function MapField({ node, label, value, problem, onChange }: MapFieldProps) {
  const [rows, setRows] = useState<readonly Row[]>(() => Object.entries(value).map(([name, one], id) => ({ id, name, value: one })));
  const inner = typeof node.additionalProperties === 'object' ? node.additionalProperties : {};
  const one = label.replace(/s$/u, '');
  const change = (next: readonly Row[]): void => {
    setRows(next);
    const named = next.filter(({ name }) => name !== '').map(({ name, value: given }) => [name, given]);
    onChange(named.length === 0 && node.default !== undefined ? undefined : Object.fromEntries(named));
  };
  const put = (row: Row): void => change(rows.map((before) => (before.id === row.id ? row : before)));
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <p className={problem ? styles.problem : styles.hint} role={problem ? 'alert' : undefined}>
        {problem ?? node.description}
      </p>
      {rows.map((row, place) => (
        <div key={row.id} className={styles.pair}>
          <Input
            aria-label={`${one} ${place + 1}`}
            prefix={<span className={styles.hint}>{one}</span>}
            value={row.name}
            autoComplete="off"
            onChange={({ target }) => put({ ...row, name: target.value.trim() })}
          />
          <NumberInput
            node={inner}
            value={row.value}
            onChange={(next) => put({ ...row, value: next })}
            label={`${one} ${place + 1}, ${inner.title}`}
            prefix={inner.title}
          />
          <Button aria-label={`Remove ${one.toLowerCase()} ${row.name}`} onClick={() => change(rows.filter(({ id }) => id !== row.id))}>
            Remove
          </Button>
        </div>
      ))}
      <Button onClick={() => setRows([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, name: '', value: undefined }])}>
        Add {one}
      </Button>
    </fieldset>
  );
}

import { Input } from 'antd';
import { useState } from 'react';
import { retentionKinds, type Retention, type RetentionKind } from '@washdesk/rules/company/retention';
import { Field } from '../../../components/input/field.tsx';
import type { ParsedText } from './setting-text.ts';
import styles from './settings.module.css';

const labels: Readonly<Record<RetentionKind, string>> = {
  answers: 'Responses to repeated requests',
  errors: 'Errors of screens',
  events: 'Stripe events',
  jobs: 'Completed jobs',
  messages: 'Texts and emails',
  notes: 'Notes',
  reads: 'Who saw which customer',
  receipts: 'Receipts',
  traces: 'Cars at the lanes',
  unknownEvents: 'Unknown events',
  washes: 'Washes',
};

export const RetentionValue = ({ value }: { value: Retention }) => (
  <span className={styles.value}>
    {retentionKinds.map((kind) => `${labels[kind]}: ${value[kind] === null ? 'kept' : `${value[kind]} days`}`).join(', ')}
  </span>
);

interface Props {
  value: Retention;
  problem: string | null;
  onType: (typed: ParsedText) => void;
}

export function RetentionEditor({ value, problem, onType }: Props) {
  const [texts, setTexts] = useState(() => retentionKinds.map((kind) => (value[kind] === null ? '' : String(value[kind]))));
  const change = (index: number, text: string): void => {
    const next = texts.with(index, text);
    setTexts(next);
    const wrong = next.findIndex((each) => !/^\d{0,5}$/.test(each.trim()));
    if (wrong !== -1) return onType({ problem: `${labels[retentionKinds[wrong]!]} must be a number of days` });
    onType({
      value: Object.fromEntries(retentionKinds.map((kind, place) => [kind, next[place]!.trim() === '' ? null : Number(next[place])])),
    });
  };
  return (
    <div className={styles.limits}>
      {retentionKinds.map((kind, index) => (
        <Field key={kind} label={labels[kind]} problem={index === 0 ? problem : null}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              suffix="days"
              placeholder="Kept"
              value={texts[index]}
              onChange={({ target }) => change(index, target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

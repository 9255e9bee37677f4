import { Input } from 'antd';
import { useState } from 'react';
import { neededPlaceholders, noticePlaceholders, problemOfTemplate, type NoticePart } from '@washdesk/rules/company/notice-templates';
import type { Settings } from '@washdesk/rules/company/settings';
import { Field } from '../../../components/input/field.tsx';
import type { ParsedText } from './setting-text.ts';
import styles from './settings.module.css';

interface EditorProps<Value> {
  value: Value;
  problem: string | null;
  onType: (typed: ParsedText) => void;
}

/** Edits a daily period: its start and end. */
export function HoursEditor({ value, problem, onType }: EditorProps<Settings['noticeHours']>) {
  const [hours, setHours] = useState(value);
  const change = (part: Partial<Settings['noticeHours']>): void => {
    const next = { ...hours, ...part };
    setHours(next);
    onType({ value: next });
  };
  return (
    <div className={styles.limits}>
      <Field label="From">
        {(control) => (
          <Input {...control} autoFocus type="time" value={hours.from} onChange={({ target }) => change({ from: target.value })} />
        )}
      </Field>
      <Field label="To" problem={problem}>
        {(control) => <Input {...control} type="time" value={hours.to} onChange={({ target }) => change({ to: target.value })} />}
      </Field>
    </div>
  );
}

export const noticeParts: Readonly<Record<NoticePart, string>> = {
  text: 'Text: price increase',
  subject: 'Email and letter subject: price increase',
  letter: 'Email and letter: price increase',
  retractionText: 'Text: increase withdrawn',
  retractionSubject: 'Email and letter subject: increase withdrawn',
  retractionLetter: 'Email and letter: increase withdrawn',
};

const rowsOf = (part: NoticePart): number => (part.endsWith('etter') ? 8 : part.endsWith('ubject') ? 1 : 3);

/** Edits the texts of notices; each shows its problem immediately. */
export function TemplatesEditor({ value, problem, onType }: EditorProps<Settings['noticeTemplates']>) {
  const [templates, setTemplates] = useState(value);
  const change = (part: NoticePart, text: string): void => {
    const next = { ...templates, [part]: text };
    setTemplates(next);
    onType({ value: next });
  };
  return (
    <div className={styles.templates}>
      <p>Available placeholders: {noticePlaceholders.map((name) => `{${name}}`).join(', ')}. Prices are before tax. Totals include tax.</p>
      {Object.entries(noticeParts).map(([name, label]) => {
        const part = name as NoticePart;
        const needed = neededPlaceholders[part].map((one) => `{${one}}`).join(', ');
        return (
          <Field
            key={part}
            label={label}
            {...(needed && { hint: `Must name ${needed}` })}
            problem={problemOfTemplate(part, templates[part]) ?? (problem?.startsWith(`${part} `) ? problem.slice(part.length + 1) : null)}
          >
            {(control) => (
              <Input.TextArea
                {...control}
                rows={rowsOf(part)}
                value={templates[part]}
                onChange={({ target }) => change(part, target.value)}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

import { Input } from 'antd';
import { useState } from 'react';
import type { Settings } from '@washdesk/rules/company/settings';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { Field } from '../../../components/input/field.tsx';
import type { ParsedText } from './setting-text.ts';
import styles from './settings.module.css';

const languages: Readonly<Record<MemberLanguage, string>> = { en: 'English', es: 'Spanish' };

const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

interface TermsEditorProps {
  value: Settings['onlineTerms'];
  problem: string | null;
  onType: (typed: ParsedText) => void;
}

/** Edits the terms of the online sign-up: a paragraph per line. */
export function TermsEditor({ value, problem, onType }: TermsEditorProps) {
  const [texts, setTexts] = useState({ version: value.version, en: value.en.join('\n'), es: value.es.join('\n') });
  const change = (part: Partial<typeof texts>): void => {
    const next = { ...texts, ...part };
    setTexts(next);
    onType({ value: { version: next.version.trim(), en: paragraphsOf(next.en), es: paragraphsOf(next.es) } });
  };
  return (
    <div className={styles.templates}>
      <Field label="Version" hint="A changed text needs a new version, such as 2027-01" problem={problem}>
        {(control) => <Input {...control} autoFocus value={texts.version} onChange={({ target }) => change({ version: target.value })} />}
      </Field>
      {Object.entries(languages).map(([name, label]) => {
        const lang = name as MemberLanguage;
        return (
          <Field key={lang} label={label} hint="A paragraph per line. {months} is the price guarantee">
            {(control) => (
              <Input.TextArea {...control} rows={8} value={texts[lang]} onChange={({ target }) => change({ [lang]: target.value })} />
            )}
          </Field>
        );
      })}
    </div>
  );
}

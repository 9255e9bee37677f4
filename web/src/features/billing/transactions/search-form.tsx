import { searchValueMissing } from '@washdesk/rules/customers/search-term';
import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../components/field.tsx';
import { KeyHint } from '../../../components/key-hint.tsx';
import { SiteField, useMayChooseSite } from '../../../domain/site-field.tsx';
import { TerminalField } from '../../../domain/terminal-field.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { searchFields, type Mode, type SearchField } from './search-fields.ts';
import { fieldProblems, isEmpty, writeSearch, type TransactionSearch } from './transaction-search.ts';
import styles from './transactions.module.css';

interface SearchFormProps {
  /** What the address names already. */
  named: TransactionSearch;
  /** Another dialog has the keys. */
  keysAway: boolean;
  onSearch: (search: TransactionSearch) => void;
}

/** The fields of one mode, as far as the person's role shows them. */
export function SearchForm({ named, keysAway, onSearch }: SearchFormProps) {
  const { mode } = named;
  const address = writeSearch(named).toString();
  const [shownAddress, setShownAddress] = useState(address);
  const [values, setValues] = useState(named.values);
  const [tried, setTried] = useState(false);
  if (shownAddress !== address) {
    // A tab, or the browser's Back and Forward, has changed the address under the form.
    setShownAddress(address);
    setValues(named.values);
    setTried(false);
  }
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const fields = useShownFields(mode);
  const shown = Object.fromEntries(fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
  const search = { mode, values: shown };
  const problems = fieldProblems(search);

  const submit = (): void => {
    setTried(true);
    if (!isEmpty(search) && Object.keys(problems).length === 0) onSearch(search);
  };
  useHotkey(keysAway ? null : 'F2', submit);
  return (
    <form
      ref={form}
      role="search"
      aria-label="Transactions"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.fields}>
        {fields.map((field) => (
          <SearchControl
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            problem={tried ? (problems[field.name] ?? null) : null}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <div className={styles.actions}>
          <Button type="primary" size="large" htmlType="submit" aria-keyshortcuts="F2">
            Search
            <KeyHint>F2</KeyHint>
          </Button>
        </div>
      </div>
      <p role="alert" className={styles.problem}>
        {tried && isEmpty(search) && searchValueMissing}
      </p>
    </form>
  );
}

/** The fields that the person's roles allow: fingerprint and employee's name from SalesManager on, the site for those who may choose one. */
function useShownFields(mode: Mode): readonly SearchField[] {
  const manages = useAtLeast('SalesManager');
  const choosesSite = useMayChooseSite();
  return searchFields[mode].filter(({ kind, managers }) => (manages || !managers) && (choosesSite || kind !== 'site'));
}

interface SearchControlProps {
  field: SearchField;
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}

function SearchControl({ field: { label, kind }, value, problem, onChange }: SearchControlProps) {
  if (kind === 'site') return <SiteField value={value === '' ? null : Number(value)} onChange={(site) => onChange(String(site ?? ''))} />;
  if (kind === 'terminal') return <TerminalField value={value || null} onChange={(terminal) => onChange(terminal ?? '')} />;
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <Input
          {...control}
          size="large"
          autoComplete="off"
          spellCheck={false}
          {...(kind === 'dollars' && { prefix: '$', inputMode: 'decimal' })}
          {...(kind === 'date' && { placeholder: 'MM/DD/YYYY' })}
          {...(kind === 'last4' && { maxLength: 4, inputMode: 'numeric' })}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

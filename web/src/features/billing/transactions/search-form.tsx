import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Controller, type Control } from 'react-hook-form';
import { searchValueMissing } from '@washdesk/rules/customers/search-term';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { SiteField, useMayChooseSite } from '../../../domain/sites/site-field.tsx';
import { TerminalField } from '../../../domain/sites/terminal-field.tsx';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { searchFields, type Mode, type SearchField } from './search-fields.ts';
import { allValues, isEmpty, readSearch, searchOf, searchRules, writeSearch, type TransactionSearch } from './transaction-search.ts';
import styles from './transactions.module.css';

interface SearchFormProps {
  /** The values from the URL. */
  named: TransactionSearch;
  /** Returns what was typed in a mode whose tab was just pressed. */
  takeDraft: (mode: Mode) => Record<string, string> | undefined;
  onTyped: (mode: Mode, values: Record<string, string>) => void;
  /** Whether another dialog receives the keys. */
  keysAway: boolean;
  onSearch: (search: TransactionSearch) => void;
}

/** The fields of one mode that the user's role may see. */
export function SearchForm({ named, takeDraft, onTyped, keysAway, onSearch }: SearchFormProps) {
  const { mode } = named;
  const fields = useShownFields(mode);
  const form = useZodForm({
    schema: searchRules(mode, fields),
    initial: allValues(named),
    onChange: (values) => onTyped(mode, values),
    onSubmit: (search) => (isEmpty(search) ? undefined : onSearch(search)),
  });
  const isNothing = isEmpty(searchOf(mode, fields, useValues(form.control)));

  const address = writeSearch(named).toString();
  const show = useEffectEvent((query: string) => {
    const shown = readSearch(new URLSearchParams(query));
    form.reset(takeDraft(shown.mode) ?? allValues(shown));
  });
  // A tab, or the browser's Back and Forward buttons, changes the URL under the form.
  useEffect(() => show(address), [address]);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  useHotkey(keysAway ? null : 'F2', form.submit);
  return (
    <form ref={element} role="search" aria-label="Transactions" noValidate onSubmit={form.submit}>
      <div className={styles.fields}>
        {fields.map((field) => (
          <SearchControl key={field.name} control={form.control} field={field} />
        ))}
        <div className={styles.actions}>
          <Button type="primary" size="large" htmlType="submit" aria-keyshortcuts="F2">
            Search
            <KeyHint>F2</KeyHint>
          </Button>
        </div>
      </div>
      <p role="alert" className={styles.problem}>
        {form.formState.isSubmitted && isNothing && searchValueMissing}
      </p>
    </form>
  );
}

/** Returns the fields for the user's roles: fingerprint and employee's name from SalesManager, the site for roles that may select one. */
function useShownFields(mode: Mode): readonly SearchField[] {
  const manages = useAtLeast('SalesManager');
  const choosesSite = useMayChooseSite();
  return searchFields[mode].filter(({ kind, managers }) => (manages || !managers) && (choosesSite || kind !== 'site'));
}

interface SearchControlProps {
  control: Control<Record<string, string>, unknown, TransactionSearch>;
  field: SearchField;
}

function SearchControl({ control, field: { name, label, kind } }: SearchControlProps) {
  if (kind === 'site' || kind === 'terminal') {
    return (
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange } }) =>
          kind === 'site' ? (
            <SiteField value={value === '' ? null : Number(value)} onChange={(site) => onChange(String(site ?? ''))} />
          ) : (
            <TerminalField value={value || null} onChange={(terminal) => onChange(terminal ?? '')} />
          )
        }
      />
    );
  }
  if (kind === 'dollars') return <AmountField control={control} name={name} label={label} />;
  return (
    <TextField
      control={control}
      name={name}
      label={label}
      spellCheck={false}
      {...(kind === 'date' && { placeholder: 'MM/DD/YYYY' })}
      {...(kind === 'last4' && { maxLength: 4, inputMode: 'numeric' })}
    />
  );
}

import { Button, Input, type InputRef } from 'antd';
import type { RefObject } from 'react';
import { Field } from '../../../components/field.tsx';
import { KeyHint } from '../../../components/key-hint.tsx';
import { SiteField } from '../../../domain/site-field.tsx';
import { TerminalField } from '../../../domain/terminal-field.tsx';
import { useHotkey, type Hotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import type { RefundSearch, SearchProblems } from './refund-search.ts';
import styles from './refund-screen.module.css';

interface SearchFormProps {
  search: RefundSearch;
  problems: SearchProblems;
  amountBox: RefObject<InputRef | null>;
  /** Whether the site can be chosen here; else the search stays at this one. */
  choosesSite: boolean;
  /** Another dialog has the keys. */
  keysAway: boolean;
  onChange: (search: RefundSearch) => void;
  onSearch: () => void;
  onClear: () => void;
}

/** What is known of the charge that is to be refunded. */
export function SearchForm({ search, problems, amountBox, choosesSite, keysAway, onChange, onSearch, onClear }: SearchFormProps) {
  const here = (hotkey: Hotkey): Hotkey | null => (keysAway ? null : hotkey);
  useHotkey(here('F2'), onSearch);
  useHotkey(here('F4'), onClear);
  return (
    <form
      role="search"
      aria-label="Charges"
      className={styles.search}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <Field label="Amount" problem={problems.amount}>
        {(control) => (
          <Input
            {...control}
            ref={amountBox}
            size="large"
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            value={search.amount}
            onChange={({ target }) => onChange({ ...search, amount: target.value })}
          />
        )}
      </Field>
      <Field label="Sale Date" problem={problems.date}>
        {(control) => (
          <Input
            {...control}
            size="large"
            placeholder="MM/DD/YYYY"
            autoComplete="off"
            value={search.date}
            onChange={({ target }) => onChange({ ...search, date: target.value })}
          />
        )}
      </Field>
      {choosesSite && <SiteField value={search.site} onChange={(site) => onChange({ ...search, site })} />}
      <TerminalField value={search.terminal} onChange={(terminal) => onChange({ ...search, terminal })} />
      <div className={styles.searchActs}>
        <Button type="primary" size="large" htmlType="submit" aria-keyshortcuts="F2">
          Search
          <KeyHint>F2</KeyHint>
        </Button>
        <Button size="large" onClick={onClear} aria-keyshortcuts="F4">
          Clear
          <KeyHint>F4</KeyHint>
        </Button>
      </div>
    </form>
  );
}

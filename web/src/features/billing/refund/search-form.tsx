import { Button, type InputRef } from 'antd';
import type { RefObject } from 'react';
import { Controller } from 'react-hook-form';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import type { ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { SiteField } from '../../../domain/sites/site-field.tsx';
import { TerminalField } from '../../../domain/sites/terminal-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useHotkey, type Hotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { refundSearchRules, type RefundSearch } from './refund-search.ts';
import styles from './refund-screen.module.css';

interface SearchFormProps {
  /** The fields' initial values, also used after Clear. */
  first: () => RefundSearch;
  amountBox: RefObject<InputRef | null>;
  /** Whether the site can be selected; otherwise this site is searched. */
  choosesSite: boolean;
  /** Whether another dialog receives the keys. */
  keysAway: boolean;
  onSearch: (search: ChargeSearch) => void;
  onClear: () => void;
}

/** The form in which a cashier enters the known facts of the charge to refund. */
export function SearchForm({ first, amountBox, choosesSite, keysAway, onSearch, onClear }: SearchFormProps) {
  const form = useZodForm({ schema: refundSearchRules, initial: first(), onSubmit: onSearch });
  const { control } = form;
  const clear = (): void => {
    form.reset(first());
    onClear();
    amountBox.current?.focus({ cursor: 'all' });
  };
  const here = (hotkey: Hotkey): Hotkey | null => (keysAway ? null : hotkey);
  useHotkey(here('F2'), form.submit);
  useHotkey(here('F4'), clear);
  return (
    <form role="search" aria-label="Charges" className={styles.search} noValidate onSubmit={form.submit}>
      <AmountField control={control} name="amount" label="Amount" inputRef={amountBox} autoFocus />
      <TextField control={control} name="date" label="Sale Date" placeholder="MM/DD/YYYY" />
      {choosesSite && (
        <Controller
          control={control}
          name="site"
          render={({ field: { value, onChange } }) => <SiteField value={value} onChange={onChange} />}
        />
      )}
      <Controller
        control={control}
        name="terminal"
        render={({ field: { value, onChange } }) => <TerminalField value={value} onChange={onChange} />}
      />
      <div className={styles.searchActions}>
        <Button type="primary" size="large" htmlType="submit" aria-keyshortcuts="F2">
          Search
          <KeyHint>F2</KeyHint>
        </Button>
        <Button size="large" onClick={clear} aria-keyshortcuts="F4">
          Clear
          <KeyHint>F4</KeyHint>
        </Button>
      </div>
    </form>
  );
}

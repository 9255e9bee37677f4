import { Button, Input, type InputRef } from 'antd';
import type { RefObject } from 'react';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import styles from './search-box.module.css';

/** The longest term that the API accepts. */
const maxTermLength = 80;

export interface SearchBoxProps {
  box: RefObject<InputRef | null>;
  value: string;
  /** Why no search was sent. */
  problem: string | null;
  onChange: (value: string) => void;
  onSearch: () => void;
}

/** One search box for any customer data. */
export function SearchBox({ box, value, problem, onChange, onSearch }: SearchBoxProps) {
  useHotkey('F2', onSearch);
  return (
    <form
      role="search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <label className={styles.label} htmlFor="search-term">
        Plate, tag, name, phone, email or last 4
      </label>
      <div className={styles.line}>
        <Input
          id="search-term"
          ref={box}
          size="large"
          value={value}
          maxLength={maxTermLength}
          placeholder="ABC123-IL"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          status={problem ? 'error' : ''}
          aria-describedby="search-problem"
          onChange={(event) => onChange(event.target.value)}
        />
        <Button type="primary" size="large" htmlType="submit" aria-keyshortcuts="F2">
          Search
          <KeyHint>F2</KeyHint>
        </Button>
      </div>
      <p id="search-problem" role="alert" className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}

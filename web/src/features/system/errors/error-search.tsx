import { Button, Input } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Field } from '../../../components/input/field.tsx';
import styles from './errors.module.css';

/** Searches messages, paths and request ids. @param group the digest of the shown group; null for all */
export function ErrorSearch({ search, group }: { search: string; group: string | null }) {
  const [, setQuery] = useSearchParams();
  const [typed, setTyped] = useState(search);
  return (
    <form
      role="search"
      aria-label="Errors"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        const text = typed.trim();
        setQuery({ ...(group !== null && { group }), ...(text !== '' && { search: text }) });
      }}
    >
      <Field label="Message, path or request ID">
        {(control) => (
          <Input {...control} size="large" allowClear maxLength={200} value={typed} onChange={({ target }) => setTyped(target.value)} />
        )}
      </Field>
      <Button size="large" htmlType="submit">
        Search
      </Button>
    </form>
  );
}

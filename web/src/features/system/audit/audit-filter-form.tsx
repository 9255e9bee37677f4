import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import type { GivenAuditFilter } from '@washdesk/contracts/system/audit';
import { actionInWords, kindOfAction, officeAndAdmin } from '@washdesk/rules/text/audit-kinds';
import { DayField } from '../../../components/input/day-field.tsx';
import { Field } from '../../../components/input/field.tsx';
import { SiteField } from '../../../domain/sites/site-field.tsx';
import { useAuditActionsQuery } from './audit-api.ts';
import styles from './audit.module.css';

export const noAuditFilter: GivenAuditFilter = {};

interface Typed {
  who: string;
  kind: string;
  object: string;
  from: string;
  to: string;
  site: number | null;
}
const empty: Typed = { who: '', kind: '', object: '', from: '', to: '', site: null };

/** Returns the form's search without empty fields. */
function searchOf({ site, ...texts }: Typed): GivenAuditFilter {
  const given = Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()] as const]));
  return given.length === 0 && site === null
    ? noAuditFilter
    : { ...Object.fromEntries(given), ...(site !== null && { site: String(site) }) };
}

/** The filters of the list: person, action, object, time and site. */
export function AuditFilterForm({ onSearch }: { onSearch: (search: GivenAuditFilter) => void }) {
  const { data } = useAuditActionsQuery();
  const [typed, setTyped] = useState<Typed>(empty);
  const type = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const isBackwards = typed.from !== '' && typed.to !== '' && typed.to < typed.from;
  return (
    <form
      role="search"
      aria-label="Audit"
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackwards) onSearch(searchOf(typed));
      }}
    >
      <Field label="Who">
        {(control) => (
          <Input
            {...control}
            size="large"
            maxLength={60}
            placeholder="Name, number or client ID"
            value={typed.who}
            onChange={({ target }) => type({ who: target.value })}
          />
        )}
      </Field>
      <Field label="What">
        {(control) => (
          <Select
            {...control}
            size="large"
            showSearch={{ optionFilterProp: 'label' }}
            value={typed.kind}
            options={kindsOf(data?.actions ?? [])}
            onChange={(kind: string) => type({ kind })}
          />
        )}
      </Field>
      <Field label="Object">
        {(control) => (
          <Input
            {...control}
            size="large"
            maxLength={120}
            placeholder="staff:101, or only the ID"
            value={typed.object}
            onChange={({ target }) => type({ object: target.value })}
          />
        )}
      </Field>
      <DayField label="From" value={typed.from} onChange={(from) => type({ from })} />
      <DayField
        label="To"
        problem={isBackwards ? 'must not be before the first day' : null}
        value={typed.to}
        onChange={(to) => type({ to })}
      />
      <SiteField value={typed.site} onChange={(site) => type({ site })} />
      <div className={styles.buttons}>
        <Button type="primary" size="large" htmlType="submit">
          Search
        </Button>
        <Button
          size="large"
          onClick={() => {
            setTyped(empty);
            onSearch(noAuditFilter);
          }}
        >
          Clear
        </Button>
      </div>
    </form>
  );
}

/** Returns each kind of object, with its actions if it has several. */
function kindsOf(actions: readonly string[]): { value: string; label: string }[] {
  const byKind = Map.groupBy(actions, kindOfAction);
  const options = [...byKind].flatMap(([kind, ofKind]) => [
    ...(ofKind.length > 1 ? [{ value: kind, label: `${actionInWords(kind)}: all` }] : []),
    ...ofKind.map((action) => ({ value: action, label: actionInWords(action) })),
  ]);
  return [{ value: '', label: 'All activity' }, { value: officeAndAdmin, label: 'Office and admin' }, ...options];
}

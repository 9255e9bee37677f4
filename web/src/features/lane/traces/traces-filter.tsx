import { Button, Input } from 'antd';
import { useState } from 'react';
import { instantOfWallClock, wallClock } from '@washdesk/rules/dates/wall-clock';
import { Field } from '../../../components/input/field.tsx';
import { useSiteZone } from '../../../domain/sites/site-clock.ts';
import { SiteField } from '../../../domain/sites/site-field.tsx';
import type { TracesOf } from '../../../domain/traces/traces-path.ts';
import styles from './traces.module.css';

interface TracesFilterProps {
  searched: TracesOf;
  onSearch: (of: TracesOf) => void;
}

/** The search for cars: plate or tag, site, lane and time. */
export function TracesFilter({ searched, onSearch }: TracesFilterProps) {
  const zoneOf = useSiteZone();
  const [code, setCode] = useState(searched.code ?? '');
  const [lane, setLane] = useState(searched.lane === undefined ? '' : String(searched.lane));
  const [site, setSite] = useState<number | null>(searched.site ?? null);
  const zone = zoneOf(site);
  const [from, setFrom] = useState(() => localTime(searched.from, zone));
  const [until, setUntil] = useState(() => localTime(searched.until, zone));
  const isBackwards = from !== '' && until !== '' && until < from;
  const isLane = lane === '' || /^[1-9]\d?$/.test(lane.trim());
  const search = (): void => {
    if (isBackwards || !isLane) return;
    onSearch({
      code: code.trim() || undefined,
      site: site ?? undefined,
      lane: lane.trim() === '' ? undefined : Number(lane),
      from: instant(from, zone, 0),
      // the whole minute
      until: instant(until, zone, 59_999),
    });
  };
  return (
    <form
      role="search"
      aria-label="Cars at the lanes"
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Field label="Plate or tag">
        {(control) => (
          <Input {...control} size="large" maxLength={20} value={code} allowClear onChange={({ target }) => setCode(target.value)} />
        )}
      </Field>
      <SiteField value={site} onChange={setSite} />
      <Field label="Lane" problem={isLane ? null : 'must be from 1 to 99'}>
        {(control) => (
          <Input
            {...control}
            size="large"
            inputMode="numeric"
            maxLength={2}
            value={lane}
            onChange={({ target }) => setLane(target.value)}
          />
        )}
      </Field>
      <Field label="From">
        {(control) => (
          <Input {...control} size="large" type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
        )}
      </Field>
      <Field label="To" problem={isBackwards ? 'must not be before the first time' : null}>
        {(control) => (
          <Input {...control} size="large" type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button type="primary" size="large" htmlType="submit">
          Search
        </Button>
        <Button size="large" onClick={() => onSearch({})}>
          Clear
        </Button>
      </div>
    </form>
  );
}

const localForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Returns an instant as the field shows it: '2026-11-21T09:12' at the site. */
const localTime = (time: string | undefined, zone: string): string =>
  time === undefined ? '' : wallClock(new Date(time), zone).slice(0, 16).replace(' ', 'T');

function instant(local: string, zone: string, plusMs: number): string | undefined {
  if (!localForm.test(local)) return undefined;
  return new Date(instantOfWallClock(`${local.slice(0, 16).replace('T', ' ')}:00`, zone).getTime() + plusMs).toISOString();
}

import { Button, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Location } from '@washdesk/contracts/sites/location';
import type { Reader } from '@washdesk/contracts/sites/terminal';
import { Failure } from '../../components/feedback/failure.tsx';
import { CenterCard } from '../../components/layout/center-card.tsx';
import { useClaimedTerminal } from '../../lib/claimed-terminal.ts';
import { useCurrentDeviceQuery, useReadersQuery } from '../../lib/startup-api.ts';
import { changeLocation, noTerminal, readerChosen } from '../../lib/workplace.ts';
import styles from './picker.module.css';

interface ReaderPickerProps {
  location: Location;
  /** Whether the location is fixed, as at an enrolled device. */
  isSettled: boolean;
}

/** 'Select Reader': the location's readers and No Terminal. If the list cannot be loaded, No Terminal can still be selected. */
export function ReaderPicker({ location, isSettled }: ReaderPickerProps) {
  const { data, error, isFetching, refetch } = useReadersQuery({ query: { location: location.id } });
  const { data: current } = useCurrentDeviceQuery();
  const claimed = useClaimedTerminal();
  const dispatch = useDispatch();
  const readers = data?.readers ?? [];
  const [choice, setChoice] = useState<string>();
  const picked = choice ?? proposal(readers, current?.device?.terminal ?? claimed);
  return (
    <CenterCard title="Select Reader" lead={`Choose the card reader next to this browser at ${location.display_name}`}>
      <div className={styles.form}>
        {error && !isFetching && <Failure title="Couldn’t load card readers" error={error} onRetry={() => void refetch()} />}
        <label htmlFor="reader">Card reader</label>
        {isFetching ? (
          <Skeleton.Input active block size="large" />
        ) : (
          <Select
            id="reader"
            size="large"
            placeholder="Choose a card reader"
            value={picked}
            onChange={setChoice}
            options={choices(readers)}
          />
        )}
        <Button
          type="primary"
          size="large"
          block
          disabled={isFetching || picked === undefined}
          onClick={() => picked !== undefined && dispatch(readerChosen(picked))}
        >
          Set Reader
        </Button>
        {!isSettled && (
          <Button type="link" onClick={() => dispatch(changeLocation())}>
            Another Location
          </Button>
        )}
      </div>
    </CenterCard>
  );
}

/** Preselects the reader with the terminal's name, because it is beside it; otherwise the only reader, or No Terminal without any. */
function proposal(readers: readonly Reader[], terminal: string | undefined): string | undefined {
  const named = readers.find(({ label }) => label.toLowerCase() === terminal?.toLowerCase());
  if (named) return named.id;
  return readers.length > 1 ? undefined : (readers[0]?.id ?? noTerminal);
}

function choices(readers: readonly Reader[]): { value: string; label: string }[] {
  const named = readers.map(({ id, label, status }) => ({ value: id, label: status === 'offline' ? `${label} (offline)` : label }));
  return [{ value: noTerminal, label: 'No Terminal' }, ...named.toSorted((a, b) => a.label.localeCompare(b.label))];
}

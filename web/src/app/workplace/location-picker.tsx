import { Button, Select } from 'antd';
import { useState } from 'react';
import type { Location } from '@washdesk/contracts/sites/location';
import { Failure } from '../../components/feedback/failure.tsx';
import { CenterCard } from '../../components/layout/center-card.tsx';
import { useSetLocation } from './use-set-location.ts';
import styles from './picker.module.css';

interface LocationPickerProps {
  locations: readonly Location[];
  /** The current location, if the user wants another. */
  current: string | null;
  /** Continues with `current`. */
  onKeep: (() => void) | null;
}

/** 'Select Location' (docs/rules/screens.md#location-and-reader). A single location is preselected. */
export function LocationPicker({ locations, current, onKeep }: LocationPickerProps) {
  const only = locations.length === 1 ? locations[0]?.id : undefined;
  const [picked, setPicked] = useState(current ?? only);
  const { setLocation, isLoading, error } = useSetLocation();
  return (
    <CenterCard title="Select Location" lead="Choose the location for this browser">
      <div className={styles.form}>
        <label htmlFor="location">Location</label>
        <Select
          id="location"
          size="large"
          placeholder="Choose a location"
          value={picked}
          onChange={setPicked}
          options={locations.map(({ id, display_name, metadata }) => ({ value: id, label: `${display_name}, ${metadata.state}` }))}
          notFoundContent="No locations"
        />
        <Button
          type="primary"
          size="large"
          block
          disabled={picked === undefined}
          loading={isLoading}
          onClick={() => picked !== undefined && void setLocation(picked)}
        >
          Set Location
        </Button>
        {onKeep && (
          <Button size="large" block onClick={onKeep}>
            Cancel
          </Button>
        )}
        {error && <Failure error={error} />}
      </div>
    </CenterCard>
  );
}

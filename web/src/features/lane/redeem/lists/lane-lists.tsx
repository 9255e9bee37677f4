import { useState, type ReactNode } from 'react';
import { Section } from '../../../../components/layout/section.tsx';
import { ModeTabs } from '../../../../components/navigation/mode-tabs.tsx';
import { useFlag } from '../../../../lib/flags.ts';
import type { RecentCustomer } from '../redeem-state.ts';
import { RecentCustomers, type Undo } from './recent-customers.tsx';
import { RfidReads, useTagReads } from './rfid-reads.tsx';
import styles from './lane-lists.module.css';

interface LaneListsProps extends Undo {
  recent: readonly RecentCustomer[];
  windowMs: number;
  /** What waits for the user, above the lists. */
  open: ReactNode;
  onLookUp: (tag: string) => void;
}

/** The recent customers and, with the flag `dxtrfid`, the recent tags, one list at a time, in the height of the screen. */
export function LaneLists(props: LaneListsProps) {
  return useFlag('dxtrfid') ? <BothLists {...props} /> : <OnlyRecent {...props} />;
}

function OnlyRecent({ recent, windowMs, open, ...undo }: LaneListsProps) {
  return (
    <div className={styles.lists}>
      <Section title="Recent Customers" flush>
        <div className={styles.open}>{open}</div>
        <RecentCustomers entries={recent} windowMs={windowMs} {...undo} />
      </Section>
    </div>
  );
}

const modes = { recent: 'Recent Customers', rfid: 'RFID Tags Read' } as const;

function BothLists({ recent, windowMs, open, onLookUp, ...undo }: LaneListsProps) {
  const [mode, setMode] = useState<keyof typeof modes>('recent');
  // Reads are received while the other list is shown, too.
  const tags = useTagReads();
  return (
    <div className={styles.lists}>
      <Section flush>
        <div className={styles.open}>{open}</div>
        <ModeTabs label="Lists" modes={modes} active={mode} onChange={setMode}>
          {mode === 'recent' ? (
            <RecentCustomers entries={recent} windowMs={windowMs} {...undo} />
          ) : (
            <RfidReads {...tags} onLookUp={onLookUp} />
          )}
        </ModeTabs>
      </Section>
    </div>
  );
}

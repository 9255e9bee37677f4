import { useState, type CSSProperties } from 'react';
import { Section } from '../../../../components/layout/section.tsx';
import { ModeTabs } from '../../../../components/navigation/mode-tabs.tsx';
import { useFlag } from '../../../../lib/flags.ts';
import { useGates } from '../gates/gates-card.tsx';
import type { RecentCustomer } from '../redeem-state.ts';
import { RecentCustomers } from './recent-customers.tsx';
import { RfidReads, useTagReads } from './rfid-reads.tsx';
import styles from './lane-lists.module.css';

interface LaneListsProps {
  recent: readonly RecentCustomer[];
  onLookUp: (tag: string) => void;
}

/** The recent customers and, with the flag `dxtrfid`, the recent tags, one list at a time. */
export function LaneLists({ recent, onLookUp }: LaneListsProps) {
  return useFlag('dxtrfid') ? <BothLists recent={recent} onLookUp={onLookUp} /> : <OnlyRecent recent={recent} />;
}

function OnlyRecent({ recent }: Pick<LaneListsProps, 'recent'>) {
  return (
    <Section title="Recent Customers" flush>
      <RecentCustomers entries={recent} />
    </Section>
  );
}

const modes = { recent: 'Recent Customers', rfid: 'RFID Tags Read' } as const;

function BothLists({ recent, onLookUp }: LaneListsProps) {
  const [mode, setMode] = useState<keyof typeof modes>('recent');
  // Reads are received while the other list is shown, too.
  const tags = useTagReads();
  const gates = useGates();
  return (
    <div className={styles.lists} style={{ '--gates': gates.length } as CSSProperties}>
      <Section flush>
        <ModeTabs label="Lists" modes={modes} active={mode} onChange={setMode}>
          {mode === 'recent' ? <RecentCustomers entries={recent} /> : <RfidReads {...tags} onLookUp={onLookUp} />}
        </ModeTabs>
      </Section>
    </div>
  );
}

import { Button } from 'antd';
import { useState } from 'react';
import { tagsTopic } from '@washdesk/contracts/lane/tag';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { recentListLength } from '@washdesk/rules/lane/redeem';
import type { ScreenColumn } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { TagChip } from '../../../../domain/codes/tag-chip.tsx';
import { RelativeTime } from '../../../../domain/sites/relative-time.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import type { LiveState } from '../../../../lib/live/live-socket.ts';
import { useLive } from '../../../../lib/live/use-live.ts';
import styles from './rfid-reads.module.css';

type TagRead = LiveMessageOf<typeof tagsTopic>;

export interface TagReads {
  reads: readonly TagRead[];
  state: LiveState;
  reconnect: () => void;
}

/** Subscribes to the tags that are read at this site. */
export function useTagReads(): TagReads {
  const [reads, setReads] = useState<TagRead[]>([]);
  const { state, reconnect } = useLive(tagsTopic, (read) => setReads((before) => withRead(before, read)));
  return { reads, state, reconnect };
}

const columns: ScreenColumn<TagRead>[] = [
  { title: 'Tag', key: 'tag', card: 'title', render: (_none, { tag }) => <TagChip code={tag} /> },
  { title: 'Antenna/Lane', key: 'lane', card: 'plain', render: (_none, read) => positionOf(read) },
  { title: 'Read', key: 'at', card: 'plain', render: (_none, { at }) => <RelativeTime time={at} /> },
];

interface RfidReadsProps extends TagReads {
  onLookUp: (tag: string) => void;
}

/** The most recently read tags. */
export function RfidReads({ reads, state, reconnect, onLookUp }: RfidReadsProps) {
  const lookUp: ScreenColumn<TagRead> = {
    title: '',
    key: 'actions',
    render: (_none, { tag }) => (
      <Button size="large" onClick={() => onLookUp(tag)} aria-label={`Lookup ${tag}`}>
        Lookup
      </Button>
    ),
  };
  return (
    <>
      {state !== 'live' && (
        <div className={styles.state}>
          <StatusBadge tone={state === 'lost' ? 'wait' : 'neutral'}>
            {state === 'lost' ? 'Live updates disconnected' : 'Connecting'}
          </StatusBadge>
          {state === 'lost' && (
            <Button size="large" onClick={reconnect}>
              Reconnect
            </Button>
          )}
        </div>
      )}
      <DataTable rowKey="tag" columns={[...columns, lookUp]} rows={reads} empty="No tags read yet" file={null} />
    </>
  );
}

/** Adds a read. A car that waits under its antenna is read repeatedly: it has one row, with the newest read. */
function withRead(before: readonly TagRead[], read: TagRead): TagRead[] {
  return [read, ...before.filter(({ tag }) => tag !== read.tag)].slice(0, recentListLength);
}

function positionOf({ antenna, lane }: TagRead): string {
  return lane === null ? `Antenna ${antenna}` : `Lane ${lane} · antenna ${antenna}`;
}

import { Button, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { tagsTopic } from '@washdesk/contracts/lane/tag';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { recentListLength } from '@washdesk/rules/lane/redeem';
import { rowCards } from '../../../../components/data/row-cards.ts';
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

const columns: TableColumnsType<TagRead> = [
  { title: 'Tag', key: 'tag', render: (_, { tag }) => <TagChip code={tag} /> },
  {
    title: (
      <>
        Antenna/
        <wbr />
        Lane
      </>
    ),
    key: 'lane',
    render: (_, read) => positionOf(read),
  },
  { title: 'Read', key: 'at', render: (_, { at }) => <RelativeTime time={at} /> },
];

interface RfidReadsProps extends TagReads {
  onLookUp: (tag: string) => void;
}

/** The most recently read tags. */
export function RfidReads({ reads, state, reconnect, onLookUp }: RfidReadsProps) {
  const lookUp: TableColumnsType<TagRead>[number] = {
    key: 'actions',
    align: 'right',
    render: (_, { tag }) => (
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
      <Table
        size="small"
        rowKey="tag"
        dataSource={reads}
        pagination={false}
        // without rows nothing inside takes the focus, and the keyboard could not scroll it
        scroll={reads.length > 0 ? { x: true } : {}}
        locale={{ emptyText: 'No tags read yet' }}
        {...rowCards([...columns, lookUp])}
      />
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

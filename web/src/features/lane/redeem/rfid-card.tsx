import type { LiveMessage } from '@washdesk/contracts/system/live';
import { recentListLength } from '@washdesk/rules/lane/redeem';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { Section } from '../../../components/section.tsx';
import { RelativeTime } from '../../../domain/relative-time.tsx';
import { StatusBadge } from '../../../domain/status-badge.tsx';
import { TagChip } from '../../../domain/tag-chip.tsx';
import { useFlag } from '../../../lib/flags.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import styles from './rfid-card.module.css';
import { useLiveTicket } from './use-live-ticket.ts';

type TagRead = LiveMessage & { type: 'tag' };

export interface RfidCardProps {
  onLookUp: (tag: string) => void;
}

/** The tags read last; only with the flag `dxtrfid`. */
export function RfidCard({ onLookUp }: RfidCardProps) {
  return useFlag('dxtrfid') ? <TagReads onLookUp={onLookUp} /> : null;
}

function TagReads({ onLookUp }: RfidCardProps) {
  const [reads, setReads] = useState<TagRead[]>([]);
  const ticket = useLiveTicket();
  const { state, reconnect } = useLive({ topic: 'rfid' }, ticket, (message) => {
    if (message.type === 'tag') setReads((before) => withRead(before, message));
  });

  return (
    <Section
      title="RFID Tags Read"
      flush
      actions={
        state === 'lost' ? (
          <Button size="large" onClick={reconnect}>
            Reconnect
          </Button>
        ) : (
          <StatusBadge tone={state === 'live' ? 'go' : 'neutral'}>{state === 'live' ? 'Live' : 'Connecting'}</StatusBadge>
        )
      }
    >
      <Table
        size="small"
        rowKey="tag"
        dataSource={reads}
        pagination={false}
        // without a row nothing in it takes the focus, and the keyboard could not scroll it
        scroll={reads.length > 0 ? { x: true } : {}}
        locale={{ emptyText: state === 'lost' ? 'Live state lost' : 'No tag read yet' }}
        columns={[
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
            render: (_, read) => placeOf(read),
          },
          { title: 'Read', key: 'at', className: styles.read, render: (_, { at }) => <RelativeTime time={at} /> },
          {
            key: 'actions',
            align: 'right',
            fixed: 'end',
            render: (_, { tag }) => (
              <Button size="large" onClick={() => onLookUp(tag)} aria-label={`Lookup ${tag}`}>
                Lookup
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** A car that waits under its antenna is read over and over: it has one row, with the newest read. */
function withRead(before: readonly TagRead[], read: TagRead): TagRead[] {
  return [read, ...before.filter(({ tag }) => tag !== read.tag)].slice(0, recentListLength);
}

function placeOf({ antenna, lane }: TagRead): string {
  return lane === null ? `Antenna ${antenna}` : `Lane ${lane} · antenna ${antenna}`;
}

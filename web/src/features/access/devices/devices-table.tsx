import { Button, Flex } from 'antd';
import type { Device } from '@washdesk/contracts/access/device';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { badgeColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { known } from '../../../lib/api/newer-cloud.ts';
import { deviceKinds } from './device-kinds.ts';
import { RevokeButton } from './revoke-button.tsx';

interface DevicesTableProps {
  devices: readonly Device[] | undefined;
  /** The text for an empty table. */
  nothing: string;
  failed: boolean;
  /** The id of the device whose revocation is running. */
  revoking: string | null;
  onLimit: (device: Device) => void;
  onRevoke: (device: Device) => void;
}

const facts: Column<Device>[] = [
  { title: 'Terminal', dataIndex: 'terminal', render: (terminal: string | null) => terminal ?? '–' },
  { title: 'Addresses', dataIndex: 'networks', render: (networks: string[]) => networks.join(', ') || 'Any' },
];

const siteOf = ({ site }: Device): number => site;
const secondsOf = (time: string): number => Date.parse(time) / 1_000;
const stateOf = ({ revoked }: Device): { tone: Tone; words: string } =>
  revoked === null ? { tone: 'go', words: 'In service' } : { tone: 'neutral', words: 'Revoked' };

export function DevicesTable({ devices, nothing, failed, revoking, onLimit, onRevoke }: DevicesTableProps) {
  const { site, time } = useSiteColumns();
  const columns: Column<Device>[] = [
    { title: 'Name', dataIndex: 'name' },
    { title: 'Kind', dataIndex: 'kind', render: (kind: Device['kind']) => known(deviceKinds, kind, 'Unknown') },
    { ...site<Device>(), card: 'labelled' },
    ...facts,
    time('Enrolled', ({ enrolled }) => secondsOf(enrolled), { siteOf, render: ({ enrolled }) => <RelativeTime time={enrolled} /> }),
    time('Last seen', ({ lastSeen }) => (lastSeen === null ? null : secondsOf(lastSeen)), {
      siteOf,
      none: 'Never',
      render: ({ lastSeen }) => lastSeen && <RelativeTime time={lastSeen} />,
    }),
    badgeColumn('State', stateOf),
  ];
  const actionColumn: Column<Device> = {
    title: 'Actions',
    key: 'actions',
    align: 'right',
    render: (_value, device) =>
      device.revoked === null && (
        <Flex gap={8} justify="end" wrap>
          <Button aria-label={`Addresses of ${device.name}`} onClick={() => onLimit(device)}>
            Addresses
          </Button>
          <RevokeButton name={device.name} busy={device.id === revoking} onRevoke={() => onRevoke(device)} />
        </Flex>
      ),
  };
  return (
    <DataTable
      filter={false}
      file="devices"
      rowKey="id"
      columns={[...columns, actionColumn]}
      rows={devices}
      failed={failed}
      empty={nothing}
    />
  );
}

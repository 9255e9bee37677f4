import { Button, Flex } from 'antd';
import type { Device } from '@washdesk/contracts/access/device';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
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
  { title: 'Name', dataIndex: 'name' },
  { title: 'Kind', dataIndex: 'kind', render: (kind: Device['kind']) => known(deviceKinds, kind, 'Unknown') },
  { title: 'Site', dataIndex: 'site', render: (site: number) => <SiteName site={site} /> },
  { title: 'Terminal', dataIndex: 'terminal', render: (terminal: string | null) => terminal ?? '–' },
  { title: 'Addresses', dataIndex: 'networks', render: (networks: string[]) => networks.join(', ') || 'Any' },
  { title: 'Enrolled', dataIndex: 'enrolled', render: (at: string) => <RelativeTime time={at} /> },
  { title: 'Last seen', dataIndex: 'lastSeen', render: (at: string | null) => (at ? <RelativeTime time={at} /> : 'Never') },
  { title: 'State', dataIndex: 'revoked', card: 'end', render: (revoked: string | null) => <DeviceState revoked={revoked !== null} /> },
];

export function DevicesTable({ devices, nothing, failed, revoking, onLimit, onRevoke }: DevicesTableProps) {
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
      columns={[...facts, actionColumn]}
      rows={devices}
      failed={failed}
      empty={nothing}
    />
  );
}

function DeviceState({ revoked }: { revoked: boolean }) {
  return <StatusBadge tone={revoked ? 'neutral' : 'go'}>{revoked ? 'Revoked' : 'In service'}</StatusBadge>;
}

import { Button, Flex, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import type { Device } from '@washdesk/contracts/access/device';
import { emptyText } from '../../../components/data/empty-text.ts';
import { rowCards } from '../../../components/data/row-cards.ts';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { known } from '../../../lib/api/newer-cloud.ts';
import { deviceKinds } from './device-kinds.ts';
import { RevokeButton } from './revoke-button.tsx';

interface DevicesTableProps {
  devices: readonly Device[];
  /** The text for an empty table. */
  nothing: string;
  loading: boolean;
  /** The id of the device whose revocation is running. */
  revoking: string | null;
  onLimit: (device: Device) => void;
  onRevoke: (device: Device) => void;
}

const facts: TableColumnsType<Device> = [
  { title: 'Name', dataIndex: 'name' },
  { title: 'Kind', dataIndex: 'kind', render: (kind: Device['kind']) => known(deviceKinds, kind, 'Unknown') },
  { title: 'Site', dataIndex: 'site', render: (site: number) => <SiteName site={site} /> },
  { title: 'Terminal', dataIndex: 'terminal', render: (terminal: string | null) => terminal ?? '–' },
  { title: 'Addresses', dataIndex: 'networks', render: (networks: string[]) => networks.join(', ') || 'Any' },
  { title: 'Enrolled', dataIndex: 'enrolled', render: (at: string) => <RelativeTime time={at} /> },
  { title: 'Last seen', dataIndex: 'lastSeen', render: (at: string | null) => (at ? <RelativeTime time={at} /> : 'Never') },
  { title: 'State', dataIndex: 'revoked', render: (revoked: string | null) => <DeviceState revoked={revoked !== null} /> },
];

export function DevicesTable({ devices, nothing, loading, revoking, onLimit, onRevoke }: DevicesTableProps) {
  const actionColumn: TableColumnsType<Device>[number] = {
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
    <Table
      rowKey="id"
      size="middle"
      {...rowCards([...facts, actionColumn])}
      dataSource={devices}
      loading={loading}
      pagination={{ hideOnSinglePage: true, pageSize: 50 }}
      scroll={{ x: 'max-content' }}
      locale={emptyText(loading ? undefined : devices, nothing)}
    />
  );
}

function DeviceState({ revoked }: { revoked: boolean }) {
  return <StatusBadge tone={revoked ? 'neutral' : 'go'}>{revoked ? 'Revoked' : 'In service'}</StatusBadge>;
}

import type { Device } from '@washdesk/contracts/device';
import { Button, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { Failure } from '../../components/failure.tsx';
import { Page } from '../../components/page.tsx';
import { Ago } from '../../domain/ago.tsx';
import { StatusBadge } from '../../domain/status-badge.tsx';
import { useDevicesQuery } from './admin-api.ts';
import { deviceKinds } from './device-kinds.ts';
import { EnrolmentDialog } from './enrolment-dialog.tsx';
import { RevokeButton } from './revoke-button.tsx';

const columns: TableColumnsType<Device> = [
  { title: 'Name', dataIndex: 'name' },
  { title: 'Kind', dataIndex: 'kind', render: (kind: Device['kind']) => deviceKinds[kind] },
  { title: 'Site', dataIndex: 'site', align: 'right' },
  { title: 'Terminal', dataIndex: 'terminal', render: (terminal: string | null) => terminal ?? '–' },
  { title: 'Enrolled', dataIndex: 'enrolled', render: (at: string) => <Ago time={at} /> },
  { title: 'Last seen', dataIndex: 'lastSeen', render: (at: string | null) => (at ? <Ago time={at} /> : 'Never') },
  { title: 'State', dataIndex: 'revoked', render: (revoked: string | null) => <DeviceState revoked={revoked !== null} /> },
  { title: '', key: 'act', align: 'right', render: (_value, device) => (device.revoked ? null : <RevokeButton device={device} />) },
];

/** Registers, tablets and lane boards: one-time links, and taking a device out of service (design section 5, "Devices"). */
export function DevicesScreen() {
  const { data, error, refetch } = useDevicesQuery();
  const [enrolling, setEnrolling] = useState(false);
  return (
    <Page
      title="Devices"
      actions={
        <Button type="primary" onClick={() => setEnrolling(true)}>
          Enrol a device
        </Button>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      <Table
        rowKey="id"
        size="middle"
        columns={columns}
        dataSource={data?.devices ?? []}
        loading={!data && !error}
        pagination={{ hideOnSinglePage: true, pageSize: 50 }}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: 'No device is enrolled yet' }}
      />
      {enrolling && <EnrolmentDialog onClose={() => setEnrolling(false)} />}
    </Page>
  );
}

function DeviceState({ revoked }: { revoked: boolean }) {
  return <StatusBadge tone={revoked ? 'neutral' : 'go'}>{revoked ? 'Revoked' : 'In service'}</StatusBadge>;
}

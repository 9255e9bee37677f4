import { Alert, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import type { Reader } from '@washdesk/contracts/sites/terminal';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { badgeColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { known } from '../../../lib/api/newer-cloud.ts';
import { useKeyedRequest } from '../../../lib/idempotent-requests/use-keyed-request.ts';
import { useLocationsQuery } from '../../../lib/startup-api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useAllReadersQuery, useDeleteReaderMutation } from './readers-api.ts';
import { RegisterDialog } from './register-dialog.tsx';

/** The poll interval for the readers' status while the page is visible. */
const statusMs = 10_000;

/** /admin/readers: the card readers of all locations (docs/rules/sites.md#card-readers). */
export function ReadersScreen() {
  const { data, error, refetch } = useAllReadersQuery({ query: {} }, { pollingInterval: statusMs, skipPollingIfUnfocused: true });
  const { data: locations } = useLocationsQuery();
  const [remove] = useDeleteReaderMutation();
  const deleting = useKeyedRequest({ kind: 'reader-delete' });
  const [registering, setRegistering] = useState(false);
  const take = async ({ id, label }: Reader): Promise<void> => {
    const deleted = await deleting.send(id, (idempotencyKey) => remove({ params: { id }, idempotencyKey }));
    if (deleted) showToast(`${label} deleted`);
  };
  const nameOf = (location: string | null): string => locations?.locations.find(({ id }) => id === location)?.display_name ?? 'Unknown';
  const locationColumn: Column<Reader> = {
    title: 'Location',
    dataIndex: 'location',
    render: (location: string | null) => nameOf(location),
  };
  const { time } = useSiteColumns();
  const lastSeen = time<Reader>('Last seen', ({ last_seen_at: seen }) => seen, { none: 'Never' });
  const { state } = deleting;
  return (
    <Page
      wide
      title="Card Readers"
      actions={
        <Button type="primary" onClick={() => setRegistering(true)}>
          Register a Reader
        </Button>
      }
    >
      {error && <Failure title="Error Finding Reader" error={error} onRetry={() => void refetch()} />}
      {state.kind === 'refused' && <Failure title="Couldn’t delete the reader" error={state.failure} />}
      {state.kind === 'unknown' && <Alert type="warning" showIcon title="No response yet. Delete it again to check." />}
      <Section flush>
        <DataTable
          file="card-readers"
          rowKey="id"
          columns={[...facts, lastSeen, ...hardware, locationColumn, actionsOf(state.kind === 'sending', (reader) => void take(reader))]}
          rows={data?.readers}
          failed={error !== undefined}
          empty="No card readers registered"
        />
      </Section>
      {registering && (
        <RegisterDialog
          onClose={() => setRegistering(false)}
          onDone={({ label }) => {
            setRegistering(false);
            showToast(`${label} registered`);
          }}
        />
      )}
    </Page>
  );
}

const statuses = {
  online: { tone: 'go', words: 'Online' },
  offline: { tone: 'stop', words: 'Offline' },
  unknown: { tone: 'neutral', words: 'Unknown' },
} as const;
const statusOf = ({ status }: Reader) => known(statuses, status ?? 'unknown', statuses.unknown);

const facts: Column<Reader>[] = [
  { title: 'Label', dataIndex: 'label' },
  badgeColumn('Status', statusOf, { card: 'labelled' }),
  {
    title: 'IP address',
    dataIndex: 'ip_address',
    text: ({ ip_address: ip }) => ip ?? 'None',
    render: (ip: string | null) => (ip === null ? 'None' : <code>{ip}</code>),
  },
];
const hardware: Column<Reader>[] = [
  {
    title: 'Serial number',
    dataIndex: 'serial_number',
    value: ({ serial_number: serial }) => serial,
    render: (serial: string) => <code>{serial}</code>,
  },
  { title: 'Type', dataIndex: 'device_type', render: (type: string) => typeNames[type] ?? type },
];

/** The makers' names for the types of reader. */
const typeNames: Readonly<Record<string, string>> = {
  verifone_P400: 'Verifone P400',
  bbpos_wisepos_e: 'BBPOS WisePOS E',
  simulated_wisepos_e: 'Simulated WisePOS E',
  simulated_verifone_P400: 'Simulated P400',
  stripe_s700: 'Stripe S700',
};

const actionsOf = (busy: boolean, onDelete: (reader: Reader) => void): Column<Reader> => ({
  title: 'Actions',
  key: 'actions',
  align: 'right',
  render: (_value, reader) => (
    <Popconfirm
      title={`Delete ${reader.label}?`}
      description="The register can’t take cards on it until it’s registered again."
      placement="bottomRight"
      okText="Delete"
      okButtonProps={{ danger: true }}
      onConfirm={() => onDelete(reader)}
    >
      <Button danger disabled={busy} aria-label={`Delete ${reader.label}`}>
        Delete
      </Button>
    </Popconfirm>
  ),
});

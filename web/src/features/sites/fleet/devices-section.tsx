import type { FleetDevice } from '@washdesk/contracts/sites/fleet';
import type { ConsoleAction } from '@washdesk/contracts/system/console';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { badgeColumn } from '../../../domain/list-columns.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { ActionButtons } from './actions/action-buttons.tsx';
import type { ChosenAction } from './actions/action-dialog.tsx';

const deviceStates = {
  online: { tone: 'go', words: 'Works' },
  degraded: { tone: 'wait', words: 'Limited' },
  offline: { tone: 'stop', words: 'Offline' },
  unknown: { tone: 'neutral', words: 'Unknown' },
} as const;

/** A kind of a newer release is shown as it is. */
const kinds: Readonly<Record<string, string>> = {
  gate: 'Gate',
  reader: 'Tag reader',
  scanner: 'Barcode scanner',
  printer: 'Receipt printer',
  camera: 'Plate camera',
  tablet: 'Signature tablet',
  sitewatch: 'Sitewatch',
  unknown: 'Unknown',
};

const lastKnown = (words: string) => ({ tone: 'neutral', words: `Last known: ${words.toLowerCase()}` }) as const;

interface DevicesSectionProps {
  /** Whether the states are of now. */
  isOnline: boolean;
  devices: readonly FleetDevice[];
  actions: readonly ConsoleAction[];
  /** As of ActionButtons. */
  disabledBy: string | undefined;
  onChoose: (chosen: ChosenAction) => void;
}

export function DevicesSection({ isOnline, devices, actions, disabledBy, onChoose }: DevicesSectionProps) {
  const columns: Column<FleetDevice>[] = [
    { title: 'Device', dataIndex: 'name', card: 'title', render: (name: string, { id }) => `${name} (${id})` },
    { title: 'Kind', dataIndex: 'kind', card: 'plain', render: (kind: string) => kinds[kind] ?? kind },
    { title: 'Lane', dataIndex: 'lane', render: (lane: number | null) => lane ?? '–' },
    { title: 'Reason', dataIndex: 'reason', wraps: true, render: (reason: string | null) => reason ?? '–' },
    { title: 'Since', dataIndex: 'since', render: (since: string) => <RelativeTime time={since} />, value: ({ since }) => since },
    badgeColumn('State', ({ health }) => (isOnline ? deviceStates[health] : lastKnown(deviceStates[health].words))),
    {
      title: 'Actions',
      key: 'actions',
      render: (_: unknown, device) => <ActionButtons actions={actions} device={device} disabledBy={disabledBy} onChoose={onChoose} />,
    },
  ];
  return (
    <Section title="Devices" flush>
      <DataTable label="Devices" file="devices" rowKey="id" columns={columns} rows={devices} empty="No devices yet" />
    </Section>
  );
}

import { Button, Flex, Select } from 'antd';
import { useState } from 'react';
import { isGroup } from '@washdesk/site-protocol/site-configuration/group';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { PartDialog } from './part-dialog.tsx';
import { driverNodes, driverOf, nodeOfDriver, type Group } from './schema-node.ts';
import styles from './configuration.module.css';

interface DevicesSectionProps {
  site: number;
  content: Group;
  onChange: (content: Group) => void;
}

interface Row {
  place: number;
  device: Group;
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const drivers = driverNodes.map((node) => ({ value: driverOf(node), label: node.title ?? driverOf(node) }));

export const devicesOf = (content: Group): readonly Group[] => {
  const devices = content['devices'];
  return Array.isArray(devices) ? devices.filter(isGroup) : [];
};

function addressOf({ host, port, probePort, serial, listen }: Group): string {
  if (isGroup(serial)) return text(serial['path']);
  if (isGroup(listen)) return `listens at port ${text(listen['port'])}`;
  return [text(host), text(port ?? probePort)].filter((part) => part !== '').join(':') || '–';
}

function lanesOf({ lane, antennas, lines }: Group): string {
  const lanes = [lane, ...[antennas, lines].flatMap((map) => (isGroup(map) ? Object.values(map) : []))].map(text);
  return (
    [...new Set(lanes)]
      .filter((one) => one !== '')
      .toSorted((one, other) => Number(one) - Number(other))
      .join(', ') || '–'
  );
}

/** The devices of a site, with a form for each. */
export function DevicesSection({ site, content, onChange }: DevicesSectionProps) {
  const [open, setOpen] = useState<{ place: number; device: Group; isNew: boolean } | null>(null);
  const devices = devicesOf(content);
  const withDevices = (next: readonly Group[]): Group => ({ ...content, devices: next });
  const columns: Column<Row>[] = [
    {
      title: 'Device',
      key: 'name',
      card: 'title',
      value: ({ device }) => text(device['name']),
      render: (_none, { device }) => (
        <>
          {text(device['name']) || '–'} <span className={styles.id}>{text(device['id'])}</span>
        </>
      ),
    },
    {
      title: 'Driver',
      key: 'driver',
      card: 'plain',
      render: (_none, { device }) => nodeOfDriver(device['driver'])?.title ?? text(device['driver']),
    },
    { title: 'Address', key: 'address', card: 'plain', render: (_none, { device }) => addressOf(device) },
    { title: 'Lane', key: 'lane', card: 'labelled', render: (_none, { device }) => lanesOf(device) },
    {
      title: 'Actions',
      key: 'actions',
      align: 'right',
      render: (_none, { place, device }) => (
        <Flex gap={8} justify="end" wrap>
          {nodeOfDriver(device['driver']) && (
            <Button aria-label={`Edit ${text(device['name'])}`} onClick={() => setOpen({ place, device, isNew: false })}>
              Edit
            </Button>
          )}
          <Button
            danger
            aria-label={`Remove ${text(device['name'])}`}
            onClick={() => onChange(withDevices(devices.filter((_one, index) => index !== place)))}
          >
            Remove
          </Button>
        </Flex>
      ),
    },
  ];
  const node = open && nodeOfDriver(open.device['driver']);
  return (
    <Section
      title="Devices"
      flush
      actions={
        <Select
          aria-label="Add device"
          className={styles.add}
          placeholder="Add device"
          value={null}
          options={drivers}
          popupMatchSelectWidth={false}
          onChange={(driver: unknown) => setOpen({ place: devices.length, device: { id: '', name: '', driver }, isNew: true })}
        />
      }
    >
      <DataTable
        file={`devices-${site}`}
        label="Devices"
        rowKey={({ place }) => String(place)}
        columns={columns}
        rows={devices.map((device, place) => ({ device, place }))}
        empty="No devices yet. Choose a driver in Add device."
      />
      {open && node && (
        <PartDialog
          title={open.isNew ? `Add device: ${node.title}` : `Edit ${text(open.device['name'])}: ${node.title}`}
          button={open.isNew ? 'Add Device' : 'Apply Changes'}
          node={node}
          initial={open.device}
          path={['devices', String(open.place)]}
          contentWith={(part) => withDevices(devices.toSpliced(open.place, open.isNew ? 0 : 1, part))}
          onDone={(next) => {
            onChange(next);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

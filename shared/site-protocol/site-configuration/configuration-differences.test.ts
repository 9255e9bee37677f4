import { expect, it } from 'vitest';
import { configurationDifferences } from './configuration-differences.ts';

const north = { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '10.0.0.5', port: 502, coil: 0 };
const printer = { id: 'printer', name: 'Register 1', driver: 'escpos-printer', host: '10.0.0.9', port: 9100 };

it('names changed values by the device, whatever the order', () => {
  const before = { devices: [north, printer], lanes: { autoOpen: [1] } };
  const { id, ...rest } = north;
  const after = { lanes: { autoOpen: [1] }, devices: [printer, { ...rest, host: '10.0.0.6', timedPulse: true, id }] };
  expect(configurationDifferences(before, after)).toEqual([
    { path: 'devices.north.host', field: 'Device north, Host', before: '10.0.0.5', after: '10.0.0.6' },
    { path: 'devices.north.timedPulse', field: 'Device north, Timed pulse', before: undefined, after: true },
  ]);
});

it('shows an added or removed device and group as a whole', () => {
  const lanes = { autoOpen: [1] };
  expect(configurationDifferences({ devices: [north] }, { devices: [printer], lanes })).toEqual([
    { path: 'devices.north', field: 'Device north', before: north, after: undefined },
    { path: 'devices.printer', field: 'Device printer', before: undefined, after: printer },
    { path: 'lanes', field: 'Lanes', before: undefined, after: lanes },
  ]);
});

it('compares lists without ids, and devices whose ids are not unique, as a whole', () => {
  const twice = [north, north];
  expect(configurationDifferences({ lanes: { autoOpen: [1, 2] } }, { lanes: { autoOpen: [2, 1] } })).toMatchObject([
    { path: 'lanes.autoOpen', field: 'Lanes, Open automatically' },
  ]);
  expect(configurationDifferences({ devices: [north] }, { devices: twice })).toMatchObject([{ path: 'devices', field: 'Devices' }]);
  expect(configurationDifferences({ devices: twice }, { devices: twice })).toEqual([]);
});

it('is empty for the same content, and has everything for a first version', () => {
  expect(configurationDifferences({ devices: [north] }, { devices: [{ ...north }] })).toEqual([]);
  expect(configurationDifferences({}, { devices: [] })).toMatchObject([{ path: 'devices', before: undefined, after: [] }]);
});

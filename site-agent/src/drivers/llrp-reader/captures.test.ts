import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { antennaStatesOf, manufacturerOf, notificationOf, statusOf } from './reader-messages.ts';
import { impinj } from './requests.ts';
import { TagReports } from './tag-reports.ts';
import { transmitterOf } from './transmitter.ts';

/** Messages of a real reader, recorded by others: testing/edgex/README.md. */
const captures = JSON.parse(readFileSync(new URL('testing/edgex/captures.json', import.meta.url), 'utf8')) as Record<string, string>;
const capture = (name: string): Buffer => Buffer.from(captures[name]!, 'hex');

it.each([
  ['001', '3000ABCDEF00000000000003', -48, 1_594_174_805_140.192],
  ['002', '3000ABCDEF00000000000005', -47, 1_594_174_805_145.268],
  ['003', '301430A55C0AC30000000009', -54, 1_594_174_805_147.92],
  ['004', '301430A55C0AC40000000000', -68, 1_594_174_805_151.008],
  ['005', '3000ABCDEF00000000000002', -52, 1_594_174_805_153.264],
  ['006', '3000ABCDEF00000000000001', -45, 1_594_174_805_156.897],
  ['007', '301430A55C0AC30000000005', -53, 1_594_174_805_159.594],
  ['008', '301430A55C0AC30000000006', -56, 1_594_174_805_163.334],
  ['009', '3000ABCDEF00000000000004', -50, 1_594_174_805_166.053],
])('reads recorded report %s', (name, tag, rssi, ms) => {
  const read = new TagReports().read(capture(`roAccessReports/ROAccessReport-${name}`));
  expect(read).toEqual([{ tag, antenna: 1, rssi, count: 1, seen: { clock: 'utc', ms } }]);
});

it('reads the recorded end of a connection', () => {
  const expected = { time: { clock: 'utc', ms: 1_596_721_689_842.138 }, events: [{ kind: 'closing' }] };
  expect(notificationOf(capture('ReaderEventNotification-000'))).toEqual(expected);
});

it('reads the recorded capabilities and antennas', () => {
  expect(statusOf(capture('GetReaderCapabilitiesResponse-000'))).toEqual({ code: 0, description: '' });
  expect(manufacturerOf(capture('GetReaderCapabilitiesResponse-000'))).toBe(impinj);
  expect(antennaStatesOf(capture('GetReaderConfigResponse-000'))).toEqual([
    { antenna: 1, isConnected: true },
    { antenna: 2, isConnected: false },
    { antenna: 3, isConnected: false },
    { antenna: 4, isConnected: false },
  ]);
});

it.each([
  [5, 1],
  [10, 1],
  [24.6, 59],
  [36, 81],
])('finds the level of %d dBm in the recorded powers', (dbm, powerLevel) => {
  expect(transmitterOf(capture('GetReaderCapabilitiesResponse-000'), dbm)).toEqual({ hopTable: 1, channel: 0, powerLevel });
});

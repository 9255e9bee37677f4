import { describe, expect, it } from 'vitest';
import { configurationProblems } from './configuration-problems.ts';
import { configurationText } from './configuration-text.ts';
import type { SiteConfiguration } from './site-configuration.ts';

const at = { name: 'Device', host: '10.0.0.9', port: 4001 };
const gate = { id: 'north', ...at, driver: 'modbus-gate', lane: 1, coil: 0 } as const;
const encompass = {
  id: 'lanes',
  ...at,
  driver: 'line-text-reader',
  format: 'encompass',
  antennas: { '1': 1 },
  sendAllReads: true,
} as const;
const alien = { id: 'alien', name: 'Device', driver: 'line-text-reader', format: 'alien', antennas: { '0': 1 } } as const;
const llrp = { id: 'zebra', ...at, driver: 'llrp-reader', antennas: { '1': 1 } } as const;
const camera = { id: 'cam', ...at, driver: 'plate-camera', format: 'axis', lane: 2, push: { pathSecret: 'cam' } } as const;
const scanner = { id: 'scanner', name: 'Device', driver: 'barcode-scanner', terminal: 'W1', serial: { path: 'COM3' } } as const;
const { port: _port, ...cameraOf } = camera;
const receiver = { host: '10.0.0.2' };

type Device = NonNullable<SiteConfiguration['devices']>[number];
const of = (...devices: Device[]): SiteConfiguration => ({ devices });

describe('a combination of valid settings that stops a lane', () => {
  it.each<[string, SiteConfiguration, string]>([
    [
      'two reads of a reader that sends a tag once',
      of({ ...encompass, sendAllReads: false }),
      "Device lanes, Send all reads: switch it on, or set 'reads' to 1: the reader sends a tag once in two minutes, so 2 reads within 500 ms never come",
    ],
    ['two reads of a single target', of({ ...llrp, dualTarget: false }), 'Device zebra, Reads: set it to 1'],
    ['a floor above every signal', of({ ...llrp, rssiFloor: -10 }), 'Device zebra, Weakest signal (dBm): must be at most -20'],
    ['no antenna', of({ ...llrp, antennas: {} }), 'Device zebra, Antennas: name the lane of each antenna'],
    ['an antenna 01', of({ ...encompass, antennas: { '01': 1 } }), 'Device lanes, Antennas, 01: no antenna has this number; use 1'],
    [
      'an antenna 0 of a reader that counts from 1',
      of({ ...llrp, antennas: { '0': 1 } }),
      'Device zebra, Antennas, 0: this reader numbers',
    ],
    [
      'one wire as two inputs',
      of({ ...gate, inputs: { presence: 2, merge: 2 } }),
      "Device north, Inputs, Merge loop: input 2 is 'presence' already",
    ],
    ['a serial port twice', of(scanner, { ...scanner, id: 'other' }), 'Device other, Serial port, Path: device scanner uses this port'],
    [
      'two readers that connect to one port',
      of({ ...alien, listen: { port: 4001, from: '10.0.0.6' } }, { ...alien, id: 'b', listen: { port: 4001, from: '10.0.0.7' } }),
      'Device b, Listen, Port: device alien listens on this port',
    ],
    [
      'a reader on the port of the cameras',
      { receiver: { ...receiver, port: 4001 }, ...of({ ...alien, listen: { port: 4001, from: '10.0.0.6' } }) },
      'Device alien, Listen, Port: the receiver listens on this port',
    ],
    ['one LLRP reader twice', of(llrp, { ...llrp, id: 'twin' }), 'Device twin, Host: device zebra is this reader'],
    ['a lane without a reader', { ...of(gate), lanes: { autoOpen: [1] } }, 'Lanes, Open automatically: lane 1 opens for no car'],
    [
      'a lane with a camera whose plates open nothing',
      { receiver, ...of(cameraOf, { ...gate, lane: 2 }), lanes: { autoOpen: [2] } },
      'Lanes, Open automatically: lane 2 opens for no car',
    ],
    [
      'plates of a lane without a camera',
      { ...of(gate, encompass), lanes: { autoOpen: [1], autoOpenForPlates: [1] } },
      'Lanes, Open for plates: lane 1 has no camera',
    ],
    ['a prefix that no tag has', { tags: { ...tagsOf(), prefix: 'TAG' } }, 'Tag format, Prefix: use hexadecimal digits'],
    ['a number that is too short', { tags: { ...tagsOf(), tail: [14, 19] } }, 'Tag format, After the plus: must be 6 digits long'],
  ])('%s', (_case, content, sentence) => {
    const problems = configurationProblems(configurationText(content));
    expect(problems).toEqual([{ path: expect.any(String), line: expect.any(Number), sentence: expect.stringContaining(sentence) }]);
  });

  it('is named by its line', () => {
    const text = configurationText(of({ ...encompass, sendAllReads: false }));
    const [problem] = configurationProblems(text);
    expect(text.split('\n')[problem!.line! - 1]).toContain('sendAllReads: false');
  });

  it.each<[string, SiteConfiguration]>([
    ['one read of a reader that sends a tag once', of({ ...encompass, sendAllReads: false, reads: 1 })],
    ['a session that forgets a read tag at once', of({ ...llrp, dualTarget: false, session: 0 })],
    ['a floor of a reader that may report no dBm', of({ ...encompass, rssiFloor: 0 })],
    ['an automatic lane of a reader', { ...of(gate, encompass), lanes: { autoOpen: [1] } }],
    [
      'an automatic lane of a camera',
      { receiver, ...of(cameraOf, { ...gate, lane: 2 }), lanes: { autoOpen: [2], autoOpenForPlates: [2] } },
    ],
    [
      'channels of one board',
      of(
        { id: 'a', name: 'A', driver: 'serial-relay-gate', dialect: 'lcus', lane: 1, serial: { path: 'COM3' } },
        { id: 'b', name: 'B', driver: 'serial-relay-gate', dialect: 'lcus', lane: 2, channel: 2, serial: { path: 'COM3' } },
      ),
    ],
  ])('is not %s', (_case, content) => {
    expect(configurationProblems(content)).toEqual([]);
  });
});

function tagsOf() {
  return { prefix: 'E2000019', markerIndex: 13, marker: 'F', head: [8, 13] as [number, number], tail: [14, 20] as [number, number] };
}

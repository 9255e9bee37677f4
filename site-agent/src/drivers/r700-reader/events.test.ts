import { describe, expect, it } from 'vitest';
import { parseEvent } from './events.ts';

const timestamp = '2026-11-25T17:03:11.204Z';
const at = Date.parse(timestamp);
const line = (eventType: string, body: object) =>
  JSON.stringify({ timestamp, hostname: 'impinj-14-02-9f', eventType, [`${eventType}Event`]: body });

describe('a tag', () => {
  const seen = { epcHex: 'E2000019060C0132F2101234', epc: '4gAAGQYMATLyEBI0', antennaPort: 2, peakRssiCdbm: -4_550, frequency: 915_250 };

  it('is read from its hex, with antenna, strength and time', () => {
    const event = { type: 'tag', antenna: 2, tag: 'E2000019060C0132F2101234', rssi: -45.5 };
    expect(parseEvent(line('tagInventory', seen))).toEqual({ at, event });
  });

  it('is read as the emulator suporterfid/iot-api-emu (MIT) writes it', () => {
    const written =
      '{"timestamp": "2026-11-26T17:50:44Z", "hostname": "r700-emulator", "eventType": "tagInventory", "tagInventoryEvent": ' +
      '{"epc": "NQC5iAY4JWiQJ3c8", "epcHex": "3500B988063825689027773C", "antennaPort": 1, "antennaName": "Antenna 1"}}';
    const event = { type: 'tag', antenna: 1, tag: '3500B988063825689027773C' };
    expect(parseEvent(written)?.event).toEqual(event);
    expect(parseEvent(written.replace('epcHex', 'unknown'))?.event).toEqual(event);
  });

  it.each([
    ['base64', '4gAAGQYMATLyEBI0', 'E2000019060C0132F2101234'],
    ['base64 with filling', '4gAAGQ==', 'E2000019'],
    ['base64 of the URL alphabet', '-_8AGQ', 'FBFF0019'],
    ['base64 of the usual alphabet', '+/8AGQ==', 'FBFF0019'],
  ])('is read from %s where the reader sends no hex', (_what, epc, tag) => {
    expect(parseEvent(line('tagInventory', { epc, antennaPort: 1 }))?.event).toEqual({ type: 'tag', antenna: 1, tag });
  });

  it.each([{ epcHex: 'E20000190' }, { epcHex: 'XY' }, { epc: 'a b' }, { epc: '' }, {}])('is not made from %j', (body) => {
    expect(parseEvent(line('tagInventory', { ...body, antennaPort: 1 }))).toBeNull();
  });
});

it.each([
  ['antennaDisconnected', { antennaPort: 2 }, { type: 'antenna', antenna: 2, isConnected: false }],
  ['antennaConnected', { antennaPort: 2 }, { type: 'antenna', antenna: 2, isConnected: true }],
  ['inventoryStatus', { status: 'idle' }, { type: 'inventory', status: 'idle' }],
  ['inventoryStatus', { inventoryStatus: 'running' }, { type: 'inventory', status: 'running' }],
  ['overflow', { eventsPurged: 12, eventsRemaining: 3 }, { type: 'overflow', purged: 12 }],
])('reads %s %j', (type, body, event) => {
  expect(parseEvent(line(type, body))).toEqual({ at, event });
});

it('reads a line with the prefix of server-sent events', () => {
  expect(parseEvent(`data: ${line('inventoryStatus', { status: 'idle' })}`)).not.toBeNull();
});

it.each([
  ['a type of a later release', line('tagLocation', { x: 1 })],
  ['an event without its body', JSON.stringify({ timestamp, eventType: 'tagInventory' })],
  ['a time that is none', line('overflow', {}).replace(timestamp, 'yesterday')],
  ['half a line', line('overflow', {}).slice(0, 40)],
  ['a keep-alive', ''],
  ['a number', '5'],
])('passes over %s', (_what, text) => {
  expect(parseEvent(text)).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { deviceConfig } from './registry.ts';

const gate = { id: 'north', name: 'North', lane: 1, driver: 'modbus-gate', host: '10.0.0.5', port: 502, coil: 0 };
const relay = { id: 'south', name: 'South', lane: 2, driver: 'serial-relay-gate', dialect: 'lcus', serial: { path: 'COM3' } };
const reader = {
  id: 'lanes',
  name: 'Lanes',
  driver: 'line-text-reader',
  host: '10.0.0.6',
  port: 4001,
  format: 'encompass',
  antennas: { '1': 1 },
};
const alienReader = { ...reader, host: undefined, port: undefined, format: 'alien', listen: { port: 4001, from: '10.0.0.6' } };
const llrp = { id: 'zebra', name: 'Zebra', driver: 'llrp-reader', host: '10.0.0.9', port: 5084, antennas: { '1': 1 } };
const printer = { id: 'register-1', name: 'Register 1', driver: 'escpos-printer', host: '10.0.0.7', port: 9100 };
const tablet = { id: 'desk', name: 'Desk', driver: 'http-tablet', host: '10.0.0.8', port: 8080 };

const camera = {
  id: 'cam1',
  name: 'Lane 1',
  driver: 'plate-camera',
  format: 'axis',
  lane: 1,
  host: '10.0.0.31',
  push: { secret: '0123456789abcdef0123456789abcdef' },
};

describe('device configuration', () => {
  it('fills in what most sites need', () => {
    expect(deviceConfig.parse(gate)).toMatchObject({ unit: 1, timedPulse: false, pulseMs: 500, inputs: {}, confirmMs: 1_500 });
    expect(deviceConfig.parse(gate)).toMatchObject({ mode: 'pulse', maxHoldMs: 30_000 });
    expect(deviceConfig.parse(gate)).toMatchObject({ cooldownMs: 3_000, maxPerHour: 240, opensWithoutJournal: true });
    expect(deviceConfig.parse(reader)).toMatchObject({ rssiFloor: -60, reads: 2, sendAllReads: false });
    expect(deviceConfig.parse(alienReader)).toMatchObject({ silentAfterMs: 300_000 });
    expect(deviceConfig.parse(llrp)).toMatchObject({ rssiFloor: -60, keepaliveMs: 5_000, session: 1, takenRetryMs: 10_000 });
    expect(deviceConfig.parse(printer)).toMatchObject({ columns: 42, encoding: 'cp437', terminals: [] });
    const atSerialPort = { ...printer, host: undefined, port: undefined, serial: { path: 'COM3' } };
    expect(deviceConfig.parse(atSerialPort)).toMatchObject({ serial: { baudRate: 9_600, flowControl: 'xon-xoff' } });
    expect(deviceConfig.parse(relay)).toMatchObject({ channel: 1, pulseMs: 500, cooldownMs: 3_000, serial: { baudRate: 9_600 } });
    expect(deviceConfig.parse(camera)).toMatchObject({ sureFrom: 0.9, lines: {} });
    expect(deviceConfig.parse(tablet)).toMatchObject({ probeEveryMs: 30_000 });
  });

  it.each([
    ['an unknown driver', { ...gate, driver: 'telepathy' }],
    ['a misspelt field', { ...gate, pulsems: 200 }],
    ['an id that is no topic segment', { ...gate, id: 'North/1' }],
    ['a confirmation longer than the answer may take', { ...gate, confirmMs: 5_000 }],
    ['an input of the wash without a held request', { ...gate, inputs: { washInUse: 3 } }],
    ['an antenna that is no number', { ...reader, antennas: { left: 1 } }],
    ['an unknown format', { ...reader, format: 'morse' }],
    ['a Gen2 session that does not exist', { ...llrp, session: 4 }],
    ['TLS without a verification', { ...llrp, tls: {} }],
    ['a tablet that a register would have to wait for', { ...tablet, answerWithinMs: 5_000 }],
    ['a second channel of a relay that has one', { ...relay, dialect: 'hw-667', channel: 2 }],
    ['flow control at a relay', { ...relay, serial: { path: 'COM3', flowControl: 'xon-xoff' } }],
    ['a reader with two addresses', { ...reader, listen: { port: 4001, from: '10.0.0.6' }, format: 'alien' }],
    ['a name in place of the address of a reader that connects', { ...alienReader, listen: { port: 4001, from: 'reader' } }],
    ['a TransCore reader that connects to the agent', { ...alienReader, format: 'encompass' }],
    ['a pattern that is no regular expression', { ...reader, tagPattern: '[' }],
    ['a printer without an address', { ...printer, host: undefined, port: undefined }],
    ['a printer with two addresses', { ...printer, serial: { path: 'COM3' } }],
    ['a serial port without a name', { ...printer, host: undefined, port: undefined, serial: { path: ' ' } }],
    ['a camera without an address of its own', { ...camera, host: 'camera1' }],
    ['a secret that can be guessed', { ...camera, push: { secret: 'secret' } }],
    ['a code page that no one prints in', { ...printer, encoding: 'ebcdic' }],
  ])('refuses %s', (_, config) => {
    expect(deviceConfig.safeParse(config).success).toBe(false);
  });
});

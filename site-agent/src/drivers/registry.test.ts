import { describe, expect, it } from 'vitest';
import { gateConfig, printerConfig, readerConfig, tabletConfig } from './registry.ts';

const gate = { id: 'north', name: 'North', lane: 1, driver: 'modbus', host: '10.0.0.5', port: 502, coil: 0 };
const reader = { id: 'lanes', name: 'Lanes', driver: 'line-text', host: '10.0.0.6', port: 4001, format: 'encompass', antennas: { '1': 1 } };
const printer = { id: 'register-1', name: 'Register 1', driver: 'escpos', host: '10.0.0.7', port: 9100 };
const tablet = { id: 'desk', name: 'Desk', driver: 'http', host: '10.0.0.8', port: 8080 };

describe('device configuration', () => {
  it('fills in what most sites need', () => {
    expect(gateConfig.parse(gate)).toMatchObject({ unit: 1, timedPulse: false, pulseMs: 500, inputs: {}, confirmMs: 1_500 });
    expect(readerConfig.parse(reader)).toMatchObject({ rssiFloor: -60 });
    expect(printerConfig.parse(printer)).toMatchObject({ columns: 42, encoding: 'cp437', terminals: [] });
    expect(tabletConfig.parse(tablet)).toMatchObject({ probeEveryMs: 30_000 });
  });

  it.each([
    ['an unknown driver', gateConfig, { ...gate, driver: 'telepathy' }],
    ['a misspelt field', gateConfig, { ...gate, pulsems: 200 }],
    ['an id that is no topic segment', gateConfig, { ...gate, id: 'North/1' }],
    ['a confirmation longer than the answer may take', gateConfig, { ...gate, confirmMs: 5_000 }],
    ['an antenna that is no number', readerConfig, { ...reader, antennas: { left: 1 } }],
    ['an unknown format', readerConfig, { ...reader, format: 'morse' }],
    ['a tablet that a register would have to wait for', tabletConfig, { ...tablet, answerWithinMs: 5_000 }],
    ['a code page that no one prints in', printerConfig, { ...printer, encoding: 'ebcdic' }],
  ])('refuses %s', (_, schema, config) => {
    expect(schema.safeParse(config).success).toBe(false);
  });
});

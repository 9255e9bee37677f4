import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configurationProblems } from './configuration-problems.ts';
import { configurationText, readConfigurationText } from './configuration-text.ts';
import { siteDevice } from './devices.ts';
import { fieldInWords, unwrapped, valueAt } from './field.ts';
import { siteConfiguration, type SiteConfiguration } from './site-configuration.ts';

const host = '10.0.0.9';
const name = 'Device';
const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const fingerprint = Array.from({ length: 32 }, () => '5F').join(':');
const gate = { lane: 1, cooldownMs: 1, maxPerHour: 1, opensWithoutJournal: true };
const relay = { mode: 'hold', pulseMs: 500, maxHoldMs: 1_000, confirmMs: 100 } as const;
const inputs = { gateOpen: 1, presence: 2, merge: 3, washInUse: 4 };
const reader = { antennas: { '1': 1 }, rssiFloor: -50, reads: 1, silentAfterCars: 1, silentAfterHours: 1 };
const login = { user: 'root', passwordSecret: 'board' };
const serial = { path: 'COM3', baudRate: 9_600, dataBits: 8, parity: 'none', stopBits: 1 } as const;
const ofSerial = (path: string) => ({ ...serial, path, flowControl: 'none' }) as const;

/** A device of each driver; those with alternatives twice, so that every field is given once. */
const devices: NonNullable<SiteConfiguration['devices']> = [
  { id: 'a', name, driver: 'modbus-gate', ...gate, host, port: 1, unit: 1, coil: 1, timedPulse: true, ...relay, inputs },
  {
    id: 'b',
    name,
    driver: 'controlbyweb-gate',
    ...gate,
    lane: 2,
    host,
    port: 1,
    login,
    family: 'x-400',
    relay: 1,
    timedPulse: true,
    ...relay,
    inputs,
  },
  {
    id: 'c',
    name,
    driver: 'serial-relay-gate',
    ...gate,
    lane: 3,
    serial,
    dialect: 'lcus',
    channel: 2,
    mode: 'pulse',
    pulseMs: 500,
    maxHoldMs: 1_000,
  },
  {
    id: 'd',
    name,
    driver: 'line-text-reader',
    ...reader,
    host,
    port: 1,
    format: 'encompass',
    tagPattern: 'E2.*',
    sendAllReads: true,
    silentAfterMs: 100,
  },
  { id: 'e', name, driver: 'line-text-reader', ...reader, serial: ofSerial('COM4'), format: 'encompass' },
  { id: 'f', name, driver: 'line-text-reader', ...reader, listen: { port: 2, from: host }, format: 'alien' },
  {
    id: 'g',
    name,
    driver: 'llrp-reader',
    ...reader,
    host,
    port: 1,
    tls: { ca: certificate, certificate, keySecret: 'key' },
    keepaliveMs: 500,
    session: 1,
    dualTarget: true,
    transmitPower: 1,
    takenRetryMs: 500,
  },
  {
    id: 'h',
    name,
    driver: 'r700-reader',
    ...reader,
    host,
    port: 1,
    tls: { fingerprint },
    login,
    transmitPower: 1,
    rfMode: 1,
    session: 1,
    estimatedTags: 1,
    keepAliveSeconds: 1,
  },
  {
    id: 'i',
    name,
    driver: 'escpos-printer',
    host,
    port: 1,
    columns: 42,
    encoding: 'cp437',
    terminals: ['W1'],
    statusEveryMs: 100,
    jobTimeoutMs: 500,
  },
  { id: 'j', name, driver: 'escpos-printer', serial: ofSerial('COM5') },
  { id: 'k', name, driver: 'http-tablet', host, port: 1, probeEveryMs: 100, answerWithinMs: 50 },
  {
    id: 'l',
    name,
    driver: 'plate-camera',
    lane: 1,
    lines: { '1': 1 },
    state: 'IL',
    sureFrom: 1,
    format: 'axis',
    host,
    push: { pathSecret: 'cam' },
    probePort: 1,
    keepAliveSeconds: 1,
  },
  { id: 'm', name, driver: 'barcode-scanner', terminal: 'W1', host, port: 1, prefix: 'x', suffix: 'x', aim: true },
  { id: 'n', name, driver: 'barcode-scanner', terminal: 'W1', serial: ofSerial('COM6') },
];

const content: SiteConfiguration = {
  sitewatch: { host, port: 1, database: 'sw', user: 'W', charset: 'UTF8', salesEverySeconds: 1, passwordSecret: 'sitewatch' },
  receiver: { host, port: 1 },
  devices,
  lanes: { autoOpen: [1], autoOpenForPlates: [1], maxRosterAgeHours: 1, afterThat: 'refuse' },
  tags: { prefix: 'E2', markerIndex: 1, marker: 'F', head: [8, 13], tail: [14, 20] },
};

type Path = readonly (string | number)[];

/** Returns the paths of all values that have no fields of their own. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((entry, place) => leaves(entry, [...path, place]));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changed(path: Path, change: (parent: Record<string | number, unknown>, key: string | number) => void): SiteConfiguration {
  const copy = structuredClone(content);
  const key = path.at(-1)!;
  change(valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>, key);
  return copy;
}

/** Returns the names of all fields of the schema: `modbus-gate.inputs.merge`. */
function fieldsOf(schema: z.ZodType, path: string): string[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, field]) => fieldsOf(field as z.ZodType, `${path}.${key}`));
  return [path];
}

const wrong = (value: unknown): unknown => (typeof value === 'string' ? { not: 'a text' } : 'not this');
const places = leaves(content).filter((path) => path.at(-1) !== 'driver');

describe('a mistake in a field', () => {
  it('begins with a configuration that is right and gives each field of the schema', () => {
    expect(configurationProblems(configurationText(content))).toEqual([]);
    const given = new Set(
      leaves(content).map((path) => {
        const [first, place, ...others] = path;
        return first === 'devices' ? [devices[place as number]!.driver, ...others].join('.') : path.join('.');
      }),
    );
    const isGiven = (field: string): boolean => [...given].some((one) => one === field || one.startsWith(`${field}.`));
    const ofDevices = (siteDevice.options as z.ZodObject[]).flatMap((option) => {
      const [driver] = (option.shape['driver'] as z.ZodLiteral).values;
      return fieldsOf(option, String(driver));
    });
    const others = Object.entries(siteConfiguration.shape).filter(([key]) => key !== 'devices');
    const all = [...ofDevices, ...others.flatMap(([key, schema]) => fieldsOf(schema as z.ZodType, key))];
    // no TLS with every field at once
    const apart = ['llrp-reader.tls.fingerprint', 'r700-reader.tls.ca', 'r700-reader.tls.certificate', 'r700-reader.tls.keySecret'];
    expect(all.filter((field) => !isGiven(field) && !apart.includes(field))).toEqual([]);
  });

  it.each(places.map((path) => [path.join('.'), path] as const))('is named by field and line: %s', (dotted, path) => {
    const mistaken = changed(path, (parent, key) => (parent[key] = wrong(parent[key])));
    const text = configurationText(mistaken);
    const found = configurationProblems(text).find((problem) => problem.path === dotted);
    expect(found).toEqual({ path: dotted, line: readConfigurationText(text).lineOf(path), sentence: expect.any(String) });
    expect(found?.sentence.startsWith(`${fieldInWords(siteConfiguration, mistaken, path)}: `)).toBe(true);
    expect(text.split('\n')[found!.line! - 1]).toContain(typeof path.at(-1) === 'number' ? '-' : `${path.at(-1)}`);
  });

  it.each(places.filter((path) => typeof path.at(-1) === 'string').map((path) => [path.join('.'), path] as const))(
    'is named if its name is misspelled: %s',
    (dotted, path) => {
      if (['antennas', 'lines'].includes(String(path.at(-2)))) return;
      const text = configurationText(
        changed(path, (parent, key) => {
          parent[`${key}x`] = parent[key];
          delete parent[key];
        }),
      );
      const found = configurationProblems(text).find((problem) => problem.path === `${dotted}x`);
      expect(found?.sentence).toMatch(/unknown field; remove it or correct its name$/);
      expect(text.split('\n')[found!.line! - 1]).toContain(`${path.at(-1)}x:`);
    },
  );
});

import type { z } from 'zod';
import { kindOfDriver, type DeviceDriver } from './devices.ts';

/** The fields that can stop a lane, of a configuration of the cloud or of an agent's file. */
export interface LaneParts {
  devices: readonly LaneDevice[];
  receiver?: { port: number } | undefined;
  lanes: { autoOpen: readonly number[]; autoOpenForPlates: readonly number[] };
  tags: { prefix: string; marker: string; head: readonly [number, number]; tail: readonly [number, number] };
}

interface LaneDevice {
  id: string;
  driver: DeviceDriver;
  lane?: number;
  lines?: Readonly<Record<string, number>>;
  antennas?: Readonly<Record<string, number>>;
  reads?: number;
  rssiFloor?: number;
  format?: string;
  sendAllReads?: boolean;
  dualTarget?: boolean | undefined;
  session?: number;
  inputs?: Readonly<Record<string, number | undefined>>;
  host?: string | undefined;
  port?: number | undefined;
  serial?: { path: string } | undefined;
  listen?: { port: number } | undefined;
}

export interface LaneProblem {
  path: (string | number)[];
  message: string;
}

/**
 * Returns combinations of valid fields with which a lane admits no member, or a device never works
 * (docs/decisions/0143-settings-that-stop-a-lane.md).
 */
export function laneProblems(parts: LaneParts): LaneProblem[] {
  const ofDevices = parts.devices.flatMap((device, place) =>
    [...readerProblems(device), ...inputProblems(device)].map(({ path, message }) => ({ path: ['devices', place, ...path], message })),
  );
  return [...ofDevices, ...sharedAddresses(parts), ...automaticLanes(parts), ...tagProblems(parts.tags)];
}

/** Adds them to what a schema rejects. */
export function addLaneProblems(parts: LaneParts, context: z.RefinementCtx): void {
  for (const problem of laneProblems(parts)) context.addIssue({ code: 'custom', ...problem });
}

/** Gen2 tags reflect less than this at a meter from any antenna of legal power. */
const strongestTagDbm = -20;
const numbered: readonly DeviceDriver[] = ['llrp-reader', 'r700-reader'];

function readerProblems({ driver, antennas, reads = 1, rssiFloor = strongestTagDbm, ...device }: LaneDevice): LaneProblem[] {
  if (antennas === undefined) return [];
  const problems: LaneProblem[] = [];
  const names = Object.keys(antennas);
  if (names.length === 0) problems.push({ path: ['antennas'], message: 'name the lane of each antenna: without one no read has a lane' });
  for (const name of names) {
    const number = String(Number(name));
    if (name !== number) problems.push({ path: ['antennas', name], message: `no antenna has this number; use ${number}` });
    else if (number === '0' && numbered.includes(driver))
      problems.push({ path: ['antennas', name], message: 'this reader numbers its antennas from 1 on' });
  }
  if (device.format === 'encompass' && !device.sendAllReads && reads > 1)
    problems.push({
      path: ['sendAllReads'],
      message: `switch it on, or set 'reads' to 1: the reader sends a tag once in two minutes, so ${reads} reads within 500 ms never come`,
    });
  if (device.dualTarget === false && device.session !== 0 && reads > 1)
    problems.push({ path: ['reads'], message: "set it to 1, or remove 'dualTarget': with a single target a tag is silent after one read" });
  if (numbered.includes(driver) && rssiFloor > strongestTagDbm)
    problems.push({
      path: ['rssiFloor'],
      message: `must be at most ${strongestTagDbm}: no tag’s signal is stronger, so all reads are ignored`,
    });
  return problems;
}

/** What a gate does on an input differs, so one wire can't be two of these. */
const wired = ['gateOpen', 'presence', 'merge'] as const;

function inputProblems({ inputs = {} }: LaneDevice): LaneProblem[] {
  return wired.flatMap((name, place) => {
    const other = wired.slice(0, place).find((one) => inputs[name] !== undefined && inputs[one] === inputs[name]);
    return other === undefined ? [] : [{ path: ['inputs', name], message: `input ${inputs[name]} is '${other}' already` }];
  });
}

/** Addresses that one device alone can use; the channels of a board of relays share their port. */
function sharedAddresses({ devices, receiver }: LaneParts): LaneProblem[] {
  const owners = new Map<string, LaneDevice | null>(receiver ? [[`listen ${receiver.port}`, null]] : []);
  return devices.flatMap((device, place) => {
    const { driver, host, port, serial, listen } = device;
    const problems: LaneProblem[] = [];
    const take = (key: string, path: string[], use: string): void => {
      const owner = owners.get(key);
      const shares = owner?.driver === 'serial-relay-gate' && driver === 'serial-relay-gate';
      if (owner !== undefined && !shares)
        problems.push({ path: ['devices', place, ...path], message: `${owner ? `device ${owner.id}` : 'the receiver'} ${use}` });
      owners.set(key, owner === undefined ? device : owner);
    };
    if (serial) take(`serial ${serial.path}`, ['serial', 'path'], 'uses this port');
    if (listen) take(`listen ${listen.port}`, ['listen', 'port'], 'listens on this port');
    if (driver === 'llrp-reader') take(`llrp ${host} ${port}`, ['host'], 'is this reader, and a reader accepts one connection');
    return problems;
  });
}

function automaticLanes({ devices, lanes: { autoOpen, autoOpenForPlates } }: LaneParts): LaneProblem[] {
  const read = new Set(devices.flatMap(({ antennas = {} }) => Object.values(antennas)));
  const cameras = devices.filter(({ driver }) => kindOfDriver[driver] === 'camera');
  const seen = new Set(cameras.flatMap(({ lane, lines = {} }) => [...(lane === undefined ? [] : [lane]), ...Object.values(lines)]));
  const opensFor = (lane: number): boolean => read.has(lane) || (seen.has(lane) && autoOpenForPlates.includes(lane));
  return [
    ...[...new Set(autoOpen)]
      .filter((lane) => !opensFor(lane))
      .map((lane) => ({
        path: ['lanes', 'autoOpen'],
        message: `lane ${lane} opens for no car: no antenna is at it, and no camera whose plates open it`,
      })),
    ...[...new Set(autoOpenForPlates)]
      .filter((lane) => !seen.has(lane))
      .map((lane) => ({
        path: ['lanes', 'autoOpenForPlates'],
        message: `lane ${lane} has no camera`,
      })),
  ];
}

const hexadecimal = /^[0-9A-F]*$/i;
/** Digits of a tag’s number before and after its plus. */
const digits = { head: 5, tail: 6 } as const;

function tagProblems(tags: LaneParts['tags']): LaneProblem[] {
  const texts = (['prefix', 'marker'] as const).filter((name) => !hexadecimal.test(tags[name].trim()));
  const parts = (['head', 'tail'] as const).filter((name) => tags[name][1] - tags[name][0] !== digits[name]);
  return [
    ...texts.map((name) => ({ path: ['tags', name], message: 'use hexadecimal digits: no tag has others' })),
    ...parts.map((name) => ({ path: ['tags', name], message: `must be ${digits[name]} digits long: no member’s tag has another length` })),
  ];
}

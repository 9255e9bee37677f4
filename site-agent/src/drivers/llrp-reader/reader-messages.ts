import { MalformedMessage, parametersOf, uint, type Parameter } from './parameters.ts';
import type { ReaderTime } from './reader-clock.ts';

/** What a reader sends besides reports: the status in its responses, its capabilities, its antennas, its events. */

export interface Status {
  code: number;
  description: string;
}

/** Returns the LLRPStatus in a response; undefined if it has none. */
export function statusOf(parameters: Buffer): Status | undefined {
  const status = find(parameters, 287);
  return status && { code: uint(status, 0, 2), description: textOf(status, 2) };
}

const statusNames: Partial<Record<number, string>> = {
  100: 'parameter error',
  101: 'field error',
  102: 'unexpected parameter',
  103: 'missing parameter',
  109: 'unsupported message',
  110: 'unsupported version',
  111: 'unsupported parameter',
  112: 'unexpected message',
  401: 'device error',
};

/** Returns a status as health shows it: number, name, and the reader's own words. */
export function statusText({ code, description }: Status): string {
  const name = statusNames[code];
  const named = name === undefined ? `status ${code}` : `status ${code}, ${name}`;
  return description === '' ? named : `${named}: ${description}`;
}

/** Returns the manufacturer's number; undefined if the reader does not name it. */
export function manufacturerOf(capabilities: Buffer): number | undefined {
  const general = find(capabilities, 137);
  return general && uint(general, 4, 4);
}

export interface AntennaState {
  antenna: number;
  isConnected: boolean;
}

export function antennaStatesOf(configuration: Buffer): AntennaState[] {
  return Array.from(parametersOf(configuration))
    .filter(({ type }) => type === 221)
    .map(({ body }) => ({ antenna: uint(body, 1, 2), isConnected: uint(body, 0, 1) >= 0x80 }));
}

export type ReaderEvent =
  | { kind: 'connection-attempt'; status: number }
  | ({ kind: 'antenna' } & AntennaState)
  | { kind: 'buffer-level'; percent: number }
  | { kind: 'buffer-overflow' }
  | { kind: 'exception'; text: string }
  | { kind: 'inventory-ended' }
  | { kind: 'closing' };

export interface Notification {
  /** When it happened, by the reader's clock. */
  time: ReaderTime | undefined;
  events: ReaderEvent[];
}

/** @throws MalformedMessage */
export function notificationOf(body: Buffer): Notification {
  const data = find(body, 246);
  if (!data) throw new MalformedMessage('the event has no data');
  const parameters = [...parametersOf(data)];
  return { time: parameters.map(timeOf).find((time) => time !== undefined), events: parameters.flatMap((each) => eventOf(each) ?? []) };
}

function timeOf({ type, body }: Parameter): ReaderTime | undefined {
  if ((type !== 128 && type !== 129) || body.length < 8) return undefined;
  return { clock: type === 128 ? 'utc' : 'uptime', ms: Number(body.readBigUInt64BE(0)) / 1_000 };
}

const rospecStarted = 0;

function eventOf({ type, body }: Parameter): ReaderEvent | undefined {
  if (type === 249) return uint(body, 0, 1) === rospecStarted ? undefined : { kind: 'inventory-ended' };
  if (type === 250) return { kind: 'buffer-level', percent: uint(body, 0, 1) };
  if (type === 251) return { kind: 'buffer-overflow' };
  if (type === 252) return { kind: 'exception', text: textOf(body, 0) };
  if (type === 255) return { kind: 'antenna', antenna: uint(body, 1, 2), isConnected: uint(body, 0, 1) === 1 };
  if (type === 256) return { kind: 'connection-attempt', status: uint(body, 0, 2) };
  return type === 257 ? { kind: 'closing' } : undefined;
}

/** Returns the body of the first parameter of a type. */
export function find(bytes: Buffer, wanted: number): Buffer | undefined {
  for (const { type, body } of parametersOf(bytes)) if (type === wanted) return body;
  return undefined;
}

const maxTextLength = 200;

/** Returns a text with its length before it, bounded and without control characters: it becomes part of a health sentence. */
function textOf(bytes: Buffer, at: number): string {
  const text = bytes.toString('utf8', at + 2, Math.min(at + 2 + uint(bytes, at, 2), bytes.length));
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength);
}

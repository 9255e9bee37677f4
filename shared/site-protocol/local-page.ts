import { z } from 'zod';
import type { GateResult, localRoles, PrintResult } from './commands.ts';
import type { DeviceKind } from './envelope.ts';
import type { DurablePayload, LivePayload } from './events.ts';

/** Calls of the agent's own page (docs/decisions/0089-local-page.md). Agent and page are always of one release. */

export type LocalRole = (typeof localRoles)[number];

export const signInBody = z.strictObject({ pin: z.string().max(40) });

/** A press of a button. The same id is executed at most once; with `again` it only asks for the outcome. */
const press = {
  id: z.uuid(),
  /** When it was pressed, on the agent's clock of `LocalView.clockMs`. */
  pressedMs: z.number().nonnegative(),
  /** The journal of the first sending; null for the first. */
  again: z.uuid().nullable(),
};

export const openBody = z.strictObject({ ...press, gate: z.string().max(40), reason: z.string().trim().min(1).max(100) });
export const printBody = z.strictObject({ ...press, printer: z.string().max(40) });
export const readBody = z.strictObject({ id: z.uuid(), device: z.string().max(40), kind: z.enum(['gate', 'printer']) });
export const probeBody = z.strictObject({ device: z.string().max(40) });
/** `id` is created by the press; the wash is recorded under it. */
export const admitBody = z.strictObject({ id: z.uuid(), lane: z.int().min(1).max(99), code: z.string().trim().min(1).max(64) });

export type OpenBody = z.input<typeof openBody>;
export type PrintBody = z.input<typeof printBody>;
export type ReadBody = z.input<typeof readBody>;
export type AdmitBody = z.input<typeof admitBody>;

/** What became of a press. `failed`: nothing was done. `unknown`: look at the device, then ask again with the same id. */
export interface ActOutcome {
  outcome: 'done' | 'failed' | 'unknown';
  /** The device's own word; null if the command ended without one. */
  result: GateResult | PrintResult['state'] | null;
  /** A sentence; null if the result says everything. */
  reason: string | null;
}

/** The reading of a device, in its own words. */
export interface ReadOutcome {
  ok: boolean;
  values: { name: string; value: boolean | null }[];
  reason: string | null;
}

/** What a device has, as it reports itself. */
export interface ProbeOutcome {
  lines: { what: string; found: string }[];
  /** Why there are none. */
  reason: string | null;
}

export interface AdmitOutcome {
  /** The code as it was read. */
  code: string;
  admitted: boolean;
  reason: LivePayload<'decision'>['reason'];
  planName: string | null;
  /** Whether a wash is recorded under the press's id. */
  recorded: boolean;
  /** Members' codes that the text may mean, if it is not found. */
  similar: string[];
  rosterConfirmed: string | null;
}

export interface LocalDevice {
  id: string;
  kind: DeviceKind;
  name: string;
  lane: number | null;
  status: 'connecting' | 'ready' | 'faulty' | 'offline';
  problem: string | null;
  since: string;
  canProbe: boolean;
  /** A gate's readings. */
  gate: LivePayload<'gate'> | null;
  /** A reader's last tags, newest first. */
  tags: { tag: string; antenna: number; lane: number | null; rssi: number | null; at: string }[];
}

/** What happened to a car, or to a press of Open Gate. Steps are for IT. */
export type LocalTrace = Pick<DurablePayload<'trace'>, 'id' | 'began' | 'code' | 'command' | 'outcome' | 'reason' | 'hops'>;

export interface LocalView {
  role: LocalRole;
  site: { number: number; name: string; timeZone: string };
  /** By the agent's clock. */
  now: string;
  clockMs: number;
  journal: string;
  agent: { version: string; since: string; host: string };
  /** `app` is the address of the register's screens; `clockSkewMs`: how far the computer's clock is ahead, null if unknown. */
  cloud: { connected: boolean; since: string; app: string; clockSkewMs: number | null };
  roster: { number: number; confirmed: string | null };
  space: { usedBytes: number; maxBytes: number; hoursLeft: number | null };
  problems: { code: string; sentence: string }[];
  devices: LocalDevice[];
  /** `lane` is null for reads of an antenna without one. */
  lanes: { lane: number | null; traces: LocalTrace[] }[];
  /** New lines of the log, each as JSON; null for a cashier. */
  log: { next: number; lines: string[] } | null;
}

/** The configuration file as it is on disk now. */
export interface ConfigCheck {
  problems: string[];
  /** The running agent has read another content. */
  changed: boolean;
}

export interface LocalRefusal {
  code: 'signed_out' | 'wrong_pin' | 'too_many_guesses' | 'not_allowed' | 'bad_request' | 'not_found' | 'failed';
  message: string;
  waitSeconds?: number;
}

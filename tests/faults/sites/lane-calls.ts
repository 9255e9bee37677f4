import { randomUUID } from 'node:crypto';
import { printReceipt } from '@washdesk/contracts/billing/receipt';
import { apiError } from '@washdesk/contracts/errors';
import { clubPlan } from '@washdesk/contracts/lane/redeem';
import { findEmployee } from '@washdesk/contracts/sites/sitewatch';
import { commands } from '@washdesk/site-protocol/commands';
import { gateOpenCloudTimeoutMs } from '@washdesk/site-protocol/timing';
import type { Register } from '../../workbench/register.ts';

/** The result of a cashier's call. */
export interface CallOutcome {
  what: string;
  /** Whether the call succeeded. */
  well: boolean;
  /** The message for the cashier if it failed. */
  message: string;
  tookMs: number;
  /** The product's own deadline. */
  deadlineMs: number;
}

/** A cashier's call at a lane that needs the site. Repeating it is harmless. */
export type LaneCall = () => Promise<CallOutcome>;

interface Described {
  what: string;
  deadlineMs: number;
  ask(): Promise<Pick<CallOutcome, 'well' | 'message'>>;
}

const laneCall =
  ({ what, deadlineMs, ask }: Described): LaneCall =>
  async () => {
    const began = performance.now();
    const { well, message } = await ask();
    return { what, well, message, tookMs: Math.round(performance.now() - began), deadlineMs };
  };

/** Milliseconds that the cloud waits for the response beyond the site's deadline. */
const travelMs = 1_000;
/** Milliseconds after which the cloud's own copy is used, because a cashier waits at the keypad. */
const employeeWaitsMs = 1_500;

const path = (pattern: string, values: Record<string, string>): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));

export const lookUpClubPlan = (register: Register, code: string): LaneCall =>
  laneCall({
    what: 'club plan',
    deadlineMs: commands['sitewatch.customer-by-code'].deadlineMs + travelMs,
    async ask() {
      const { status, body } = await register.call(path(clubPlan.path, { code }));
      return status === 200 ? { well: true, message: '' } : { well: false, message: apiError.parse(body).message };
    },
  });

export const lookUpEmployee = (register: Register, number: number): LaneCall =>
  laneCall({
    what: 'employee',
    deadlineMs: employeeWaitsMs,
    async ask() {
      const { body } = await register.call(path(findEmployee.path, { number: String(number) }));
      const found = findEmployee.response.parse(body);
      return { well: found !== false && found.employeeId === number, message: 'Employee Number not found' };
    },
  });

export const openGate = (register: Register, gate: string, id: string = randomUUID()): LaneCall =>
  laneCall({
    what: 'gate',
    deadlineMs: gateOpenCloudTimeoutMs,
    async ask() {
      const { result, message } = await register.openGate(gate, id);
      return { well: result === 'opened', message };
    },
  });

export const print = (register: Register, usage: string, job: string = randomUUID()): LaneCall =>
  laneCall({
    what: 'print',
    deadlineMs: commands['printer.print'].deadlineMs + travelMs,
    async ask() {
      const { body } = await register.call(path(printReceipt.path, { id: usage }), { method: 'POST', body: { job } });
      const { state, message } = printReceipt.response.parse(body);
      return { well: state === 'printed', message };
    },
  });

export const all = (calls: readonly LaneCall[]): Promise<CallOutcome[]> => Promise.all(calls.map((one) => one()));

/** A sentence for a cashier: words, without codes or markup. */
const plain = /^[A-Z][^{}<>]{10,}$/;
const machineTalk = /\b(E[A-Z]{4,}|undefined|null|exception|stack)\b|\d+\.\d+\.\d+\.\d+|:\d{4,5}\b/;

/** Returns the fault of a result: too late, or not in plain words; null if none. */
export function fault({ what, well, message, tookMs, deadlineMs }: CallOutcome): string | null {
  if (tookMs > deadlineMs + 1_000) return `${what} took ${tookMs} ms of ${deadlineMs}`;
  if (!well && (!plain.test(message) || machineTalk.test(message))) return `${what} says '${message}'`;
  return null;
}

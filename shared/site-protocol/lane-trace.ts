import { z } from 'zod';
import { traceOutcomes, traceSteps } from '@washdesk/rules/lane/traces';
import { openEnum } from './open-enum.ts';

/** Longest sentences in characters, and the most steps. */
export const traceLimits = { detail: 200, reason: 300, hops: 40 };

const traceHop = z.object({
  step: openEnum(traceSteps),
  /** Milliseconds since the trace began, by a monotonic clock. */
  afterMs: z.number().nonnegative(),
  /** The device's id; null for a step of the agent itself. */
  device: z.string().max(40).nullable(),
  /** What happened, as a sentence. */
  detail: z.string().max(traceLimits.detail),
});
export type TraceHop = z.input<typeof traceHop>;

/** What happened to one car, or to one press of Open Gate, with the time of each step: the answer to "Why did it not open?". */
export const laneTrace = z.object({
  id: z.uuid(),
  /** When it began. */
  began: z.iso.datetime(),
  lane: z.int().positive().nullable(),
  gate: z.string().max(40).nullable(),
  /** The lanes that read a tag equally well, null for a place without one; missing for a read whose lane is clear. */
  tiedLanes: z.array(z.int().positive().nullable()).max(20).optional(),
  /** Tag or plate as displayed; null for a press of Open Gate. */
  code: z.string().max(64).nullable(),
  /** The member by the site's roster. */
  customer: z.string().max(60).nullable(),
  /** The id of the command that opened the gate, or was to. */
  command: z.uuid().nullable(),
  employee: z.int().nullable(),
  outcome: openEnum(traceOutcomes),
  /** Why it did not open, as a sentence; null if it opened. */
  reason: z.string().max(traceLimits.reason).nullable(),
  hops: z.array(traceHop).max(traceLimits.hops),
});

import { z } from 'zod';
import { traceOutcomes, traceSteps } from '@washdesk/rules/lane/traces';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { cappedCount, codeText, deviceId, isoTime, numberText, providerId, siteNumber, uuid } from '../values.ts';

const traceHop = z.object({
  step: z.enum([...traceSteps, 'press', 'unknown']),
  /** Milliseconds since the trace began. */
  afterMs: z.number(),
  device: z.string().nullable(),
  detail: z.string(),
});

const laneTrace = z.object({
  id: z.uuid(),
  site: siteNumber,
  began: isoTime,
  lane: z.int().nullable(),
  gate: z.string().nullable(),
  /** Tag or plate as displayed; null for a press of Open Gate. */
  code: z.string().nullable(),
  customer: z.string().nullable(),
  /** The customer's name; null without one, and for a customer who was deleted. */
  name: z.string().nullable(),
  command: z.uuid().nullable(),
  /** The request of a press of Open Gate, to search the logs for; null for a lane that opened by itself. */
  requestId: z.string().nullable(),
  employee: z.int().nullable(),
  outcome: z.enum([...traceOutcomes, 'unknown']),
  /** Why it did not open, as a sentence; null if it opened. */
  reason: z.string().nullable(),
  hops: z.array(traceHop),
});
export type LaneTrace = z.infer<typeof laneTrace>;

/**
 * Lists what happened to cars at the lanes, the newest 100 first: what was read, decided, written and seen, with the time of each step. A
 * press of Open Gate that did not reach its site is listed too. `code` finds the member's other codes as well, `id` one trace by its own id
 * or by that of its command.
 */
export const listLaneTraces = endpoint({
  id: 'listLaneTraces',
  method: 'GET',
  path: '/lane/traces',
  access: atLeastRole('SalesManager'),
  summary: 'Why a gate opened or not',
  query: z.object({
    site: numberText.pipe(siteNumber).optional(),
    lane: numberText.pipe(z.number().min(1).max(99)).optional(),
    gate: deviceId.optional(),
    id: uuid.optional(),
    code: codeText.optional(),
    customer: providerId.optional(),
    /** The earliest and the latest beginning. */
    from: isoTime.optional(),
    until: isoTime.optional(),
  }),
  response: z.object({ traces: z.array(laneTrace), ...cappedCount }),
});

import { z } from 'zod';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { cappedCount, isoTime, uuid } from '../values.ts';

/** The key of a browser or register: 8 to 255 visible characters. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{8,255}$/, 'must be 8 to 255 visible characters');

const state = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(['started', 'done', 'failed']),
  status: z.int().nullable(),
  answer: z.record(z.string(), z.unknown()).nullable(),
});

/**
 * Returns the outcome of an operation whose response was lost: "checking" on the screen. `started` is in progress or its outcome is
 * unknown; `done` and `failed` include the original response. 404 `operation_not_found`: it never began.
 */
export const operationState = endpoint({
  id: 'operationState',
  method: 'GET',
  path: '/operation/{key}',
  access: signedIn,
  summary: "The outcome of the caller's operation with an Idempotency-Key",
  params: z.object({ key: idempotencyKey }),
  response: state,
});

/**
 * Runs any user’s operation that waits for Stripe now, and returns its state without its response. It would go on by itself
 * within seconds of Stripe's return. 404 `operation_not_found`.
 */
export const resumeOperation = endpoint({
  id: 'resumeOperation',
  method: 'POST',
  path: '/operation/{id}/resume',
  access: signedIn,
  summary: 'Continue an operation that waits for Stripe',
  params: z.object({ id: uuid }),
  response: state.omit({ answer: true }),
  idempotency: 'natural',
});

/** How long after its start an operation without an outcome is listed. */
export const operationIsLateAfterMs = 60_000;

const lateOperation = z.object({
  id: uuid,
  /** What it does, in the words of its call: 'Discontinue a subscription'. */
  title: z.string(),
  customer: z.string().nullable(),
  name: z.string().nullable(),
  plate: z.string().nullable(),
  /** Who started it. */
  by: z.string().nullable(),
  since: isoTime,
  /** How often it was begun or resumed. */
  runs: z.int(),
  /** Why the last run did not finish; null if it is still running. */
  reason: z.string().nullable(),
  /** The next automatic run. */
  nextRun: isoTime,
});
export type LateOperation = z.infer<typeof lateOperation>;

/** Lists operations without an outcome a minute after their start, oldest first, at most 100. They resume automatically. */
export const lateOperations = endpoint({
  id: 'lateOperations',
  method: 'GET',
  path: '/operation',
  access: atLeastRole('Admin'),
  summary: 'Operations whose outcome is late',
  response: z.object({ rows: z.array(lateOperation), ...cappedCount }),
});

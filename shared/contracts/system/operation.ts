import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';

/** The key of a browser or register: 8 to 255 visible characters. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{8,255}$/, 'must be 8 to 255 visible characters');

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
  response: z.object({
    id: z.string(),
    kind: z.string(),
    state: z.enum(['started', 'done', 'failed']),
    status: z.int().nullable(),
    answer: z.record(z.string(), z.unknown()).nullable(),
  }),
});

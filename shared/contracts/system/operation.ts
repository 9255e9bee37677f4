import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';

/** As browsers and registers make them: 8 to 255 visible characters. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{8,255}$/, 'must be 8 to 255 visible characters');

/**
 * The outcome of an operation whose answer was lost: "checking" on the screen. `started` is still under way, or its outcome is not known
 * yet; `done` and `failed` carry the answer that the call gave. 404 `operation_not_found`: it never began.
 */
export const operationState = endpoint({
  id: 'operationState',
  method: 'GET',
  path: '/operation/{key}',
  access: signedIn,
  summary: 'What has become of the operation with an Idempotency-Key of mine',
  params: z.object({ key: idempotencyKey }),
  response: z.object({
    id: z.string(),
    kind: z.string(),
    state: z.enum(['started', 'done', 'failed']),
    status: z.int().nullable(),
    answer: z.record(z.string(), z.unknown()).nullable(),
  }),
});

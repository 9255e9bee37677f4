import { z } from 'zod';
import { passwordCredentials, pinCredentials } from './auth.ts';
import { endpoint, signedIn } from '../endpoint.ts';
import { isoTime } from '../values.ts';

/** Six digits of the approver's authenticator app. */
const code = z
  .string()
  .regex(/^\d{6}$/, 'must be 6 digits')
  .optional();

/** The approver signs in for this one action: at the counter by employee number and PIN, elsewhere by username and password. */
export const approver = z.union([pinCredentials.extend({ code }), passwordCredentials.extend({ code })]);
export type Approver = z.infer<typeof approver>;

const asOnTheWire = z.record(z.string().max(100), z.string().max(1_000)).optional();

/**
 * Lets somebody with more roles approve one action of the caller's session on the spot. `action` is the call as it will be made: the contract's id,
 * its parts, and its Idempotency-Key. The answer's `approval` goes with that call as `X-Approval`, within 60 s. `amount` is the action's in cents,
 * null where it names none.
 * 400 `not_approvable`; 403 `approver_wrong` (whatever was wrong), `approver_same`, `forbidden` when the approver may not do it either; 403
 * `code_required`, `code_wrong` or `code_setup_required` where the approver's roles need a one-time code (docs/decisions/0027-one-time-codes.md);
 * 429 `too_many_attempts`. The call itself answers 403 `approval_invalid` when the approval is not for exactly this call, or is too old.
 */
export const stepUp = endpoint({
  id: 'stepUp',
  method: 'POST',
  path: '/auth/stepup',
  access: signedIn,
  summary: "Approve one action above the caller's role",
  body: z.object({
    action: z.object({
      id: z.string().max(60),
      params: asOnTheWire,
      query: asOnTheWire,
      body: z.unknown().optional(),
      key: z.string().regex(/^[\x21-\x7e]{8,255}$/, 'must be 8 to 255 visible characters'),
    }),
    approver,
  }),
  response: z.object({
    approval: z.string(),
    approver: z.object({ id: z.string(), name: z.string() }),
    expires: isoTime,
    amount: z.int().nullable(),
  }),
});

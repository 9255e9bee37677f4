import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { isoTime } from '../values.ts';
import { passwordCredentials, pinCredentials } from './auth.ts';

/** Six digits from the approver's authenticator app. */
const code = z
  .string()
  .regex(/^\d{6}$/, 'must be 6 digits')
  .optional();

/** The approver's credentials for this one action: employee number and PIN at the counter, username and password elsewhere. */
export const approver = z.union([pinCredentials.extend({ code }), passwordCredentials.extend({ code })]);
export type Approver = z.infer<typeof approver>;

const asOnTheWire = z.record(z.string().max(100), z.string().max(1_000)).optional();

/**
 * Lets a person with more roles approve one action of the caller's session. `action` is the call to be made: the contract's id, its parts,
 * and its Idempotency-Key. Send the returned `approval` with that call as `X-Approval` within 60 s. `amount` is the action's amount in
 * cents, null if it has none. 400 `not_approvable`; 403 `approver_wrong` (for any wrong credential), `approver_same`, `forbidden` if the
 * approver may not do it either; 403 `code_required`, `code_wrong` or `code_setup_required` if the approver's roles need a one-time code
 * (docs/decisions/0027-one-time-codes.md); 429 `too_many_attempts`. The call itself returns 403 `approval_invalid` if the approval is for a
 * different call or too old.
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

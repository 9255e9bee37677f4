import { z } from 'zod';
import { atLeastRole, endpoint, publicAccess } from '../endpoint.ts';
import { isoTime } from '../values.ts';
import { employeeNumber, passwordCredentials, pinCredentials, session, signInCode } from './auth.ts';

const credentials = z.union([pinCredentials, passwordCredentials]);
export type Credentials = z.input<typeof credentials>;

/**
 * Starts one-time code setup for the person with these credentials: returns a new secret, valid once confirmed. The authenticator app scans
 * `uri`. 401 `login_failed` (for any wrong credential), 409 `code_not_needed` or `code_already_set`, 429 `too_many_attempts`.
 */
export const setUpCode = endpoint({
  id: 'setUpCode',
  method: 'POST',
  path: '/auth/logincode',
  access: publicAccess,
  summary: 'Start the setup of one-time codes',
  body: z.object({ credentials }),
  response: z.object({ secret: z.string(), uri: z.string() }),
});
export type CodeSetup = z.output<typeof setUpCode.response>;

/**
 * Confirms the secret with a code from the app just set up, and signs in. Recovery codes are returned only once; only their hashes are
 * stored. 403 `code_wrong`; other errors as for `setUpCode`.
 */
export const confirmCode = endpoint({
  id: 'confirmCode',
  method: 'POST',
  path: '/auth/logincode/confirm',
  access: publicAccess,
  summary: 'Confirm one-time codes with the first one, and sign in',
  body: z.object({ credentials, code: signInCode }),
  response: z.object({ session, recoveryCodes: z.array(z.string()) }),
});
export type ConfirmedCode = z.output<typeof confirmCode.response>;

/**
 * Replaces the person's own PIN or password: the one they sign in with in this call. Needed before the first sign-in with a secret that
 * someone else set (403 `secret_change_required`). Their other sessions end. 401 `login_failed`; 403 `code_required` or `code_wrong` if
 * they have one-time codes; 409 `staff_refused` with the reason if the new secret is weak; 429 `too_many_attempts`.
 */
export const changeSecret = endpoint({
  id: 'changeSecret',
  method: 'POST',
  path: '/auth/secret',
  access: publicAccess,
  summary: "Change one's own PIN or password",
  body: z.object({ credentials, secret: z.string().min(1, 'must not be empty').max(200), code: signInCode.optional() }),
  response: z.object({ changed: z.literal(true) }),
});

/** Removes a person's one-time codes and recovery codes and ends their sessions. The next sign-in sets up new ones. */
export const resetCode = endpoint({
  id: 'resetCode',
  method: 'POST',
  path: '/auth/resetcode',
  access: atLeastRole('Admin'),
  summary: "Reset a person's one-time codes",
  body: z.object({ employee: employeeNumber }),
  response: z.object({ reset: z.boolean() }),
});

/**
 * `code`: whether the roles need one-time codes, and whether they are set up. `locked`: the number of places where the PIN or code is
 * locked.
 */
export const staffMember = z.object({
  number: z.int(),
  name: z.string(),
  roles: z.int().nonnegative(),
  username: z.string().nullable(),
  active: z.boolean(),
  hasPassword: z.boolean(),
  hasPin: z.boolean(),
  code: z.enum(['not_needed', 'missing', 'set']),
  codeSince: isoTime.nullable(),
  locked: z.int().nonnegative(),
  /** Another name that Sitewatch has for the number; there it signs in as a cashier. */
  sitewatchName: z.string().nullable(),
});
export type StaffMember = z.output<typeof staffMember>;

export const listStaff = endpoint({
  id: 'listStaff',
  method: 'GET',
  path: '/staff',
  access: atLeastRole('Admin'),
  summary: 'The staff, and how they can sign in',
  response: z.object({ staff: z.array(staffMember), count: z.int() }),
});

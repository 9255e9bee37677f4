import { z } from 'zod';
import { employeeNumber, passwordCredentials, pinCredentials, session, signInCode } from './auth.ts';
import { atLeastRole, endpoint, publicAccess } from '../endpoint.ts';
import { isoTime } from '../values.ts';

const credentials = z.union([pinCredentials, passwordCredentials]);
export type Credentials = z.input<typeof credentials>;

/**
 * Begins to set up one-time codes for whoever these credentials prove: a new secret, good once it is confirmed. `uri` is what an
 * authenticator app scans.
 * 401 `login_failed` (whatever was wrong), 409 `code_not_needed` or `code_already_set`, 429 `too_many_attempts`.
 */
export const setUpCode = endpoint({
  id: 'setUpCode',
  method: 'POST',
  path: '/auth/logincode',
  access: publicAccess,
  summary: 'Begin to set up one-time codes',
  body: z.object({ credentials }),
  response: z.object({ secret: z.string(), uri: z.string() }),
});
export type CodeSetup = z.output<typeof setUpCode.response>;

/**
 * A code from the app that was just set up: it confirms the secret and signs in. The recovery codes are shown this once: only their hashes
 * are kept. 403 `code_wrong`; else as `setUpCode`.
 */
export const confirmCode = endpoint({
  id: 'confirmCode',
  method: 'POST',
  path: '/auth/logincode/confirm',
  access: publicAccess,
  summary: 'Confirm one-time codes by the first one, and sign in',
  body: z.object({ credentials, code: signInCode }),
  response: z.object({ session, recoveryCodes: z.array(z.string()) }),
});
export type ConfirmedCode = z.output<typeof confirmCode.response>;

/** Takes a person's one-time codes and recovery codes away and ends their sessions: the next sign-in sets new ones up. */
export const resetCode = endpoint({
  id: 'resetCode',
  method: 'POST',
  path: '/auth/resetcode',
  access: atLeastRole('Admin'),
  summary: "Take a person's one-time codes away",
  body: z.object({ employee: employeeNumber }),
  response: z.object({ reset: z.boolean() }),
});

/** `code`: whether the roles need one-time codes, and whether they are set up. `locked`: at how many places PIN or code are locked. */
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
});
export type StaffMember = z.output<typeof staffMember>;

export const listStaff = endpoint({
  id: 'listStaff',
  method: 'GET',
  path: '/staff',
  access: atLeastRole('Admin'),
  summary: 'The people on the staff, and how they may sign in',
  response: z.object({ staff: z.array(staffMember), count: z.int() }),
});

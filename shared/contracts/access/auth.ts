import { z } from 'zod';
import { atLeastRole, endpoint, publicAccess, deviceAccess, signedIn } from '../endpoint.ts';
import { untrimmedText, isoTime, siteNumber, trimmedText, uuid, yesNo } from '../values.ts';

export const employeeNumber = z.union([
  z.int().positive().max(999_999_999),
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be digits')
    .transform(Number),
]);

export const pin = z.string().regex(/^\d{4,8}$/, 'must be 4 to 8 digits');

/** Six digits from an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const signInCode = z
  .string()
  .max(30)
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, 'must be 6 digits or a recovery code'));

const username = trimmedText(60).min(1, 'must not be empty');
const password = z.string().min(1, 'must not be empty').max(200);

/** Credentials checked before any one-time code: employee number and PIN at an enrolled device, username and password everywhere. */
export const pinCredentials = z.object({ employee: employeeNumber, pin });
export const passwordCredentials = z.object({ username, password });

/** The user as the app shows them. `roles` are bit flags. */
export const sessionUser = z.object({
  name: z.string(),
  userid: z.string(),
  employeeId: z.int().nullable(),
  roles: z.int().nonnegative(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/**
 * A session. `accessToken` is valid for `expiresIn` seconds. The refresh token is an HttpOnly cookie for browsers; only other clients get
 * it in the body. `site` and `terminal` are null until a location is chosen.
 */
export const session = z.object({
  sessionId: uuid,
  accessToken: z.string(),
  expiresIn: z.int().positive(),
  refreshToken: z.string().optional(),
  user: sessionUser,
  site: siteNumber.nullable(),
  locationId: z.string().nullable(),
  terminal: z.string().nullable(),
});
export type Session = z.infer<typeof session>;

/**
 * Signs in by employee number at an enrolled device. The body may contain the whole employee record; only its number is read. 401
 * `login_failed` 'Failed to Login Employee'; 403 `pin_required` if the person has roles above User and neither `pin` nor `asCashier` was
 * sent; 401 `pin_wrong`. After the PIN, if the roles need a one-time code: 403 `code_required`, `code_wrong` or `code_setup_required`.
 */
export const loginEmployee = endpoint({
  id: 'loginEmployee',
  method: 'POST',
  path: '/auth/loginemployee',
  access: deviceAccess,
  summary: 'Sign in by employee number at an enrolled device',
  body: z.object({
    employee: z.union([
      employeeNumber,
      z.object({ employeeId: employeeNumber }).transform((record) => record.employeeId),
      z.object({ number: employeeNumber }).transform((record) => record.number),
    ]),
    pin: pin.optional(),
    asCashier: z.boolean().optional(),
    code: signInCode.optional(),
  }),
  response: session,
});

/** After the password, if the roles need a one-time code: 403 `code_required`, `code_wrong` or `code_setup_required`. */
export const loginUser = endpoint({
  id: 'loginUser',
  method: 'POST',
  path: '/auth/loginuser',
  access: publicAccess,
  summary: 'Sign in by username and password',
  body: passwordCredentials.extend({ code: signInCode.optional() }),
  response: session,
});

/** Returns a token valid for one hour, without a refresh token. */
export const loginServiceAccount = endpoint({
  id: 'loginServiceAccount',
  method: 'POST',
  path: '/auth/loginserviceaccount',
  access: publicAccess,
  summary: 'Sign in a service account',
  body: z.object({ client_id: untrimmedText(80).min(1), client_secret: z.string().min(1).max(200) }),
  response: session,
});

/** Reads the refresh token from the cookie, or from the body for clients other than browsers. 403 `session_ended`: sign in again. */
export const refreshToken = endpoint({
  id: 'refreshToken',
  method: 'POST',
  path: '/auth/refreshtoken',
  access: publicAccess,
  summary: 'Exchange the refresh token for a new pair',
  body: z.object({ refreshToken: z.string().max(200).optional(), user: z.unknown().optional() }).optional(),
  response: session,
});

/**
 * Ends a session. The holder of its refresh cookie or token may end it; another user's session needs Admin. To end the caller's own session
 * by its id, an Admin must send `signOut=yes`: otherwise 409 `session_in_use`.
 */
export const revokeRefreshToken = endpoint({
  id: 'revokeRefreshToken',
  method: 'DELETE',
  path: '/auth/refreshtoken/{id}',
  access: publicAccess,
  summary: 'End a session',
  params: z.object({ id: uuid }),
  query: z.object({ signOut: yesNo.optional() }),
  response: z.object({ ended: z.literal(true) }),
});

/**
 * Proves that the signed-in person is at the device, for calls that return 403 `pin_required`: it counts for the minutes of the setting
 * `pinMinutes`, until `until`. 403 `pin_wrong`, `device_required`; 409 `no_pin` if the person has none; 429 `too_many_attempts`.
 */
export const enterPin = endpoint({
  id: 'enterPin',
  method: 'POST',
  path: '/auth/pin',
  access: signedIn,
  summary: "Enter the signed-in person's PIN",
  body: z.object({ pin }),
  response: z.object({ until: isoTime }),
});

/** Resets a person's counts of wrong PINs and codes at every device. `unlocked`: the number of devices where the PIN was locked. */
export const unlockPin = endpoint({
  id: 'unlockPin',
  method: 'POST',
  path: '/auth/unlockpin',
  access: atLeastRole('Admin'),
  summary: "Unlock a person's PIN",
  body: z.object({ employee: employeeNumber }),
  response: z.object({ unlocked: z.int().nonnegative() }),
});

/**
 * Sets the session's location. An enrolled device may only name a location of its own site. The terminal must exist in the site's
 * Sitewatch: 404 `terminal_unknown`.
 */
export const chooseLocation = endpoint({
  id: 'chooseLocation',
  method: 'POST',
  path: '/auth/location',
  access: signedIn,
  summary: 'Choose the location of this session',
  body: z.object({ locationId: untrimmedText(80).min(1), terminal: trimmedText(30).nullable().optional() }),
  response: session,
});

export const sessionRow = z.object({
  id: uuid,
  user_id: z.string(),
  realname: z.string(),
  created: isoTime,
  lastUsed: isoTime,
  expiredDate: isoTime,
});

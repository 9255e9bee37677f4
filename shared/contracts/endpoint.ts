import type { z } from 'zod';
import type { RoleName } from '@washdesk/rules/company/roles';

export type EnrolledDeviceKind = 'register' | 'tablet' | 'lane_board';

/**
 * The callers an endpoint allows: a closed list.
 * - public: anyone
 * - member: a customer in a session of their own, and no one else; `payer`: also one that a payment link opened
 * - device: an enrolled device or anyone signed in; `kinds` limits the devices
 * - signedIn: a staff member or a service account
 * - atLeast: the combined role value against a threshold
 * - exact: the role's own bit
 * - granted: the role's own bit, or Admin: other roles with higher numbers do not count
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'member'; payer?: true }
  | { kind: 'device'; kinds?: readonly EnrolledDeviceKind[] }
  | { kind: 'signedIn' }
  | { kind: 'atLeast'; role: RoleName }
  | { kind: 'exact'; role: RoleName }
  | { kind: 'granted'; role: RoleName };

export const publicAccess: Access = { kind: 'public' };
export const memberAccess: Access = { kind: 'member' };
export const payerAccess: Access = { kind: 'member', payer: true };
export const deviceAccess: Access = { kind: 'device' };
export const signedIn: Access = { kind: 'signedIn' };
export const atLeastRole = (role: RoleName): Access => ({ kind: 'atLeast', role });
export const exactRole = (role: RoleName): Access => ({ kind: 'exact', role });
export const grantedRole = (role: RoleName): Access => ({ kind: 'granted', role });

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One API call. Router, validation, client and OpenAPI document all derive from it. Paths start after `/api`, have no trailing slash and
 * put parameters in braces: `/customer/{id}/general`.
 */
export interface Endpoint {
  id: string;
  method: Method;
  path: string;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /**
   * The response's content type if not JSON; `response` is then a string. For `image/*` it is the image's data URL; the bytes are sent
   * under their own type. `application/octet-stream` is a file, which the handler returns as a stream with its range.
   */
  produces?: 'text/html' | 'text/plain' | 'image/*' | 'application/octet-stream';
  /** Streams the rows as a CSV file if the Accept header asks for `text/csv` rather than JSON. */
  csv?: true;
  /** Sends an `ETag` and answers `If-None-Match` with 304. */
  conditional?: true;
  /**
   * The effect of repeating the call (docs/decisions/0002-idempotency-keys.md). Required for every call that changes something.
   * - required: needs an `Idempotency-Key`; a signed-in caller without one gets a derived key
   * - whenRedeeming: the same, if the query asks to redeem
   * - optional: accepts an `Idempotency-Key`; without one the change is made each time
   * - natural: takes no key, because repeating it changes nothing and returns the same response
   */
  idempotency?: 'required' | 'whenRedeeming' | 'optional' | 'natural';
  /**
   * Accepts an `X-Operation` header: the `Idempotency-Key` of the operation that this call is a step of. The call then runs that
   * operation's job or returns its outcome, and does nothing a second time (docs/decisions/0003-jobs.md).
   */
  stepOfOperation?: true;
  /**
   * Accepts an `X-Approval` header: the approval that `/auth/stepup` returned for exactly this call. Only for calls made at the counter
   * with an Idempotency-Key (docs/decisions/0013-approvals.md).
   */
  approvable?: true;
  /** Looks up a number that a person could count through: limited per person and hour (docs/rules/access.md#seeing-customers). */
  looksUpNumber?: true;
  /** Compresses the response (gzip) for a caller that accepts it; for a large response to a program, which contains no input of others. */
  compressed?: true;
  /** Set if a body may exceed the default limit of 256 kB. */
  largestBody?: '512kb';
}

/** Keeps the exact types of a description, so that handlers and clients see which parts it has. */
export const endpoint = <const E extends Endpoint>(described: E): E => described;

import type { RoleName } from '@washdesk/rules/company/roles';
import type { z } from 'zod';

export type EnrolledDeviceKind = 'register' | 'tablet' | 'lane_board';

/**
 * Who may call: a closed list.
 * - public: anyone
 * - device: an enrolled device or anyone signed in; `kinds` narrows the devices
 * - signedIn: a staff member or a service account
 * - atLeast: the combined role value against a threshold
 * - exact: the role's own bit
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'device'; kinds?: readonly EnrolledDeviceKind[] }
  | { kind: 'signedIn' }
  | { kind: 'atLeast'; role: RoleName }
  | { kind: 'exact'; role: RoleName };

export const publicAccess: Access = { kind: 'public' };
export const deviceAccess: Access = { kind: 'device' };
export const signedIn: Access = { kind: 'signedIn' };
export const atLeastRole = (role: RoleName): Access => ({ kind: 'atLeast', role });
export const exactRole = (role: RoleName): Access => ({ kind: 'exact', role });

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the API, described once: the router, the validation, the client and the OpenAPI document all come from it.
 * Paths start behind `/api`, have no trailing slash and name parameters in braces: `/customer/{id}/general`.
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
   * The answer's content type where it is not JSON; `response` is then a string: of `image/*` the `data:` address of the image, whose bytes
   * go over the wire under their own type.
   */
  produces?: 'text/html' | 'text/plain' | 'image/*';
  /** Answers its rows as a CSV file, streamed, where the Accept header asks for `text/csv` rather than JSON. */
  csv?: true;
  /**
   * What a repetition of the call does (docs/decisions/0002-idempotency-keys.md). A call that changes something says so here.
   * - required: needs an `Idempotency-Key`; a signed-in caller without one gets a derived key
   * - whenRedeeming: the same, where the query says that the call redeems
   * - optional: takes an `Idempotency-Key`; without one the change is made each time
   * - natural: takes no key, because a repetition changes nothing more and answers alike
   */
  idempotency?: 'required' | 'whenRedeeming' | 'optional' | 'natural';
  /**
   * May have an `X-Operation` header, the `Idempotency-Key` of the operation that this call is a step of: it then runs that operation's
   * job, or answers with its outcome, and does nothing a second time (docs/decisions/0003-jobs.md).
   */
  stepOfOperation?: true;
  /**
   * May have an `X-Approval` header: what `/auth/stepup` gave when somebody with more roles approved exactly this call. Only for calls made
   * at the counter, under an Idempotency-Key (docs/decisions/0013-approvals.md).
   */
  approvable?: true;
  /** Where a body may be larger than the 256 kB of all others. */
  largestBody?: '512kb';
}

/** Keeps the exact types of a description, so that handlers and clients know which parts it has. */
export const endpoint = <const E extends Endpoint>(described: E): E => described;

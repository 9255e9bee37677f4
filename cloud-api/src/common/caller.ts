import type { EnrolledDeviceKind } from '@washdesk/contracts/endpoint';
import { atLeast, Role, type RoleName } from '@washdesk/rules/company/roles';
import { Failure, forbidden, forbiddenBelow, pinRequired } from './failure.ts';

/** The signed-in person or program: the only source of actor, roles, site and terminal. */
export interface Principal {
  kind: 'staff' | 'service';
  /** Employee number as text, or a service account's client id: the name in audit and answer rows. */
  id: string;
  employee: number | null;
  name: string;
  /** Role bit flags. */
  roles: number;
  session: string;
  /**
   * The enrolled device where the session began, which is valid only with that device's cookie; otherwise the device that made the call.
   */
  device?: string | null;
  /** The principal's call; if a program acts on its own, its cause: `job:<id>`, `webhook:<event>`, `cli:<tool>`. */
  requestId: string;
  site: number | null;
  locationId: string | null;
  terminal: string | null;
  /** The person who approved this call; `roles` are then those of both. */
  approver?: { id: string; name: string; roles: number };
  /** Whether the person has recently entered a PIN at this device, or signed in elsewhere by password. */
  isPresent?: boolean;
  /** All roles of the session, if `roles` has only the cashier's until the PIN is entered. */
  withheldRoles?: number;
}

/**
 * How recently a person proved by PIN or password who they are (docs/decisions/0052-pin-at-the-counter.md).
 * - recent: within the minutes of the setting `pinMinutes` at a device; elsewhere the sign-in by password counts
 * - earlier: in this session
 * - never: the session began with an employee number alone
 */
export type Presence = 'recent' | 'earlier' | 'never';

/** Lets the HTTP layer know a person's presence. Provided by the sign-in feature. */
export interface Presences {
  of(principal: Principal): Promise<Presence>;
}

/**
 * Whether the caller's roles are at least this one.
 * @throws Failure 403 `pin_required` if they are only with a recent PIN
 */
export function hasRight({ roles, withheldRoles = 0 }: Principal, role: number): boolean {
  if (atLeast(roles, role)) return true;
  if (atLeast(withheldRoles, role)) throw pinRequired();
  return false;
}

/** @throws Failure 403 `forbidden`, which names the role for the approval; 403 `pin_required` as `hasRight` */
export function requireRight(principal: Principal, role: RoleName, message?: string): void {
  if (!hasRight(principal, Role[role])) throw forbiddenBelow(role, message);
}

/**
 * For an act that an employee number alone must not do, whatever the roles: a stored card of an absent customer, a gift. Programs and
 * approved calls have proved who they are.
 * @throws Failure 403 `pin_required`
 */
export function requirePin({ kind, isPresent, approver }: Principal): void {
  if (kind === 'staff' && !isPresent && !approver) throw pinRequired();
}

/** The fields of a principal that the audit records. */
export type AuditedPrincipal = Pick<Principal, 'id' | 'site' | 'device' | 'requestId' | 'approver'>;

/** A principal as its access token names it. */
export type SignedInPrincipal = Omit<Principal, 'requestId'>;

/** The principal for what the cloud does on its own: it has no role and, unless `more` sets one, no site. */
export const programPrincipal = (id: string, name: string, requestId: string, more: Partial<Principal> = {}): Principal => ({
  kind: 'service',
  id,
  employee: null,
  name,
  roles: 0,
  session: '',
  site: null,
  locationId: null,
  terminal: null,
  device: null,
  requestId,
  ...more,
});

/** The scope of a principal's idempotency keys. Includes the kind, because a service account may be named like an employee number. */
export const ownScope = ({ kind, id }: Pick<Principal, 'kind' | 'id'>): string => `${kind}:${id}`;

/** A call under its idempotency key (docs/decisions/0002-idempotency-keys.md). */
export interface KeyedCall {
  principal: Principal;
  /** The contract's path. */
  route: string;
  /** Undefined if the caller sent none: the change is then made each time. */
  key: string | undefined;
  /** The parsed parameters, query and body: the same key with others is rejected. */
  request: unknown;
}

/** Returns the site where the caller works. @throws Failure 409 `no_location` before a location is chosen */
export function siteOf({ site }: Principal): number {
  if (site === null) throw new Failure(409, 'no_location', 'Choose a location first');
  return site;
}

/** Returns the site of the agent that calls. @throws Failure 403 for any other caller */
export function siteOfAgent({ kind, site }: Principal): number {
  if (kind !== 'service' || site === null) throw forbidden();
  return site;
}

export interface EnrolledDevice {
  id: string;
  kind: EnrolledDeviceKind;
  name: string;
  site: number;
  terminal: string | null;
}

/** Whether a session is used where it is valid: a device's session at that device only, any other everywhere. */
export const isAtItsDevice = (session: { device?: string | null }, device: EnrolledDevice | null): boolean =>
  session.device == null || session.device === device?.id;

/** A call to be made: nothing in it may differ from what was approved. */
export interface CallToApprove {
  /** The contract's id. */
  endpoint: string;
  /** The idempotency key of the call. */
  key: string;
  /** As the contract parses it. */
  request: { params: unknown; query: unknown; body: unknown };
}

/** Lets the HTTP layer check that a user with more roles approved a call. Provided by the sign-in feature. */
export interface Approvals {
  /** @returns the caller with the roles of both. @throws Failure 403 `approval_invalid` */
  use(token: string, principal: Principal, call: CallToApprove): Promise<Principal>;
}

/** The link that opened a session: that of a failed payment is sent unasked, and opens less. */
export type MemberLinkKind = 'sign-in' | 'payment';

/** A customer in a session of their own, which opens the calls of members and nothing else (docs/rules/members.md#self-service). */
export interface MemberSession {
  id: string;
  customer: string;
  kind: MemberLinkKind;
}

export interface Caller {
  principal: Principal | null;
  device: EnrolledDevice | null;
  member: MemberSession | null;
  ip: string;
  /** The proxy's address, if the call came through one. */
  proxy?: string | undefined;
  requestId: string;
}

/** Lets the HTTP layer identify the caller. Provided by the sign-in and device features. */
export interface CallerSource {
  /** Returns null for a token that is malformed, expired or forged, or whose session ended. */
  principalOf(accessToken: string): Promise<SignedInPrincipal | null>;
  /**
   * Returns null if the cookie belongs to no active device, or the device may not be used at this address.
   * @returns also the cookie's next secret if the browser must store it
   * @throws Failure 429 when an address sends too many unknown ones
   */
  deviceOf(secret: string, ip: string): Promise<{ device: EnrolledDevice; nextSecret: string | null } | null>;
  /** Returns null for a session that ended. @throws Failure 429 when an address sends too many unknown ones */
  memberOf(secret: string, ip: string): Promise<MemberSession | null>;
}

export const deviceCookie = 'washdesk_device';
/** With the maximum lifetime of a cookie in browsers; each rotation of its secret extends it. */
export const deviceCookieOptions = { path: '/', maxAgeSeconds: 400 * 86_400 };
export const refreshCookie = 'washdesk_refresh';
/** The browser sends it to the calls of members alone. */
export const memberCookie = 'washdesk_member';
export const memberCookiePath = '/api/member';

import type { EnrolledDeviceKind } from '@washdesk/contracts/endpoint';
import { Failure } from './failure.ts';

/** The person or program that is signed in. Actor, roles, site and terminal come from here and from nowhere else. */
export interface Principal {
  kind: 'staff' | 'service';
  /** Employee number as text, or a service account's client id: the name in audit and answer rows. */
  id: string;
  employee: number | null;
  name: string;
  /** Role bit flags. */
  roles: number;
  session: string;
  /** The enrolled device at which the session began, with whose cookie alone it is good, or which else made the call. */
  device?: string | null;
  /** The call that the principal makes; where a program acts of its own accord, what made it: `job:<id>`, `webhook:<event>`, `cli:<tool>`. */
  requestId: string;
  site: number | null;
  locationId: string | null;
  terminal: string | null;
  /** The person who approved this very call on the spot; `roles` are then those of both. */
  approver?: { id: string; name: string; roles: number };
}

/** As much of a principal as the audit names. */
export type AuditedPrincipal = Pick<Principal, 'id' | 'site' | 'device' | 'requestId' | 'approver'>;

/** A principal as its access token names it. */
export type SignedInPrincipal = Omit<Principal, 'requestId'>;

/** The principal in whose name the cloud acts where no person asks: it holds no role and, unless `more` says so, works at no site. */
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

/** The scope of a principal's own idempotency keys. The kind is part of it, for a service account may be named like an employee number. */
export const ownScope = ({ kind, id }: Pick<Principal, 'kind' | 'id'>): string => `${kind}:${id}`;

/** A call under its idempotency key (docs/decisions/0002-idempotency-keys.md). */
export interface KeyedCall {
  principal: Principal;
  /** The contract's path. */
  route: string;
  /** Undefined where the caller brought none: the change is then made each time. */
  key: string | undefined;
  /** The parsed parameters, query and body: the same key with others is refused. */
  request: unknown;
}

/** Where the caller works. @throws Failure 409 `no_location` before a location is chosen */
export function siteOf({ site }: Principal): number {
  if (site === null) throw new Failure(409, 'no_location', 'Choose a location first');
  return site;
}

export interface EnrolledDevice {
  id: string;
  kind: EnrolledDeviceKind;
  name: string;
  site: number;
  terminal: string | null;
}

/** Whether a session is used where it may be: a device's at that device alone, any other one everywhere. */
export const isAtItsDevice = (session: { device?: string | null }, device: EnrolledDevice | null): boolean =>
  session.device == null || session.device === device?.id;

/** A call as it will be made: nothing in it may differ from what was approved. */
export interface CallToApprove {
  /** The contract's id. */
  endpoint: string;
  /** The idempotency key of the call. */
  key: string;
  /** As the contract parses it. */
  request: { params: unknown; query: unknown; body: unknown };
}

/** How the web layer learns that somebody with more roles approved a call; the sign-in feature knows. */
export interface Approvals {
  /** @returns the caller with the roles of both. @throws Failure 403 `approval_invalid` */
  use(token: string, principal: Principal, call: CallToApprove): Promise<Principal>;
}

export interface Caller {
  principal: Principal | null;
  device: EnrolledDevice | null;
  ip: string;
  /** The proxy's address, where the call came through one. */
  proxy?: string | undefined;
  requestId: string;
}

/** How the web layer learns who calls; the sign-in and device features know. */
export interface CallerSource {
  /** Null for a token that is malformed, expired, forged or whose session ended. */
  principalOf(accessToken: string): Promise<SignedInPrincipal | null>;
  /** Null for a cookie of no device in service. @throws Failure 429 when an address brings too many unknown ones */
  deviceOf(secret: string, ip: string): Promise<EnrolledDevice | null>;
}

export const deviceCookie = 'washdesk_device';
/** As long as browsers keep a cookie at all. */
export const deviceCookieSeconds = 400 * 86_400;
export const refreshCookie = 'washdesk_refresh';

import type { Session } from '@washdesk/contracts/access/auth';
import type { SignedInPrincipal } from '../../../../common/caller.ts';

const hourMs = 3_600_000;

/** Lifetime of a session and its refresh token. Set at sign-in; a refresh does not extend it. Half a day covers any shift. */
export const sessionLifeMs = { staff: 12 * hourMs, service: hourMs };

/** Lifetime of a user's access token. A client's token lasts as long as its session, because a client has no refresh token. */
export const accessTokenLifeMs = 600_000;

/** Time within which the previous refresh token still returns its successor: a lost response or a second tab is not theft. */
export const rotationGraceMs = 30_000;

export interface OpenSession {
  id: string;
  kind: 'staff' | 'service';
  /** Employee number as text, or a client id. */
  principal: string;
  employee: number | null;
  name: string;
  /** Role bit flags as granted at sign-in; possibly fewer than the user has. */
  roles: number;
  device: string | null;
  site: number | null;
  locationId: string | null;
  terminal: string | null;
  /** When a one-time code was entered at the sign-in; null if none was. */
  codePassed: Date | null;
  /** When the person last entered the PIN or password in this session, in system time; null if the number alone was enough. */
  pinPassed: Date | null;
  expires: Date;
}

/** Returns the person or program of a session, as its access token names them. */
export const principalIn = ({
  id,
  principal,
  kind,
  employee,
  name,
  roles,
  device,
  site,
  locationId,
  terminal,
}: OpenSession): SignedInPrincipal => ({
  id: principal,
  session: id,
  kind,
  employee,
  name,
  roles,
  device,
  site,
  locationId,
  terminal,
});

export type SessionPlace = Pick<OpenSession, 'site' | 'locationId' | 'terminal'>;

/** A new or continued session: the fields of the response, and the refresh token separately, for the cookie. */
export interface IssuedSession {
  answer: Omit<Session, 'refreshToken'>;
  refresh: { token: string; maxAgeSeconds: number } | null;
}

import type { Session } from '@washdesk/contracts/access/auth';

const hourMs = 3_600_000;

/**
 * How long a session lives. Its end is the refresh token's end: it is set at sign-in and no refresh moves it. Half a day outlasts any shift.
 */
export const sessionLifeMs = { staff: 12 * hourMs, service: hourMs };

/** How long an access token of a person is good. A program's token is good as long as its session, for a program has no refresh token. */
export const accessTokenLifeMs = 600_000;

/** Within this time the previous refresh token still answers its successor: a lost answer or a second tab is no theft. */
export const rotationGraceMs = 30_000;

export interface OpenSession {
  id: string;
  kind: 'staff' | 'service';
  /** Employee number as text, or a client id. */
  principal: string;
  employee: number | null;
  name: string;
  /** Role bit flags as granted at sign-in; they may be fewer than the person has. */
  roles: number;
  device: string | null;
  site: number | null;
  locationId: string | null;
  terminal: string | null;
  /** When a one-time code was given at the sign-in; null where none was. */
  codePassed: Date | null;
  expires: Date;
}

/** Where a session works. */
export type SessionPlace = Pick<OpenSession, 'site' | 'locationId' | 'terminal'>;

/** A session as it is handed out: the answer's fields, and the refresh token apart from them, for the cookie. */
export interface IssuedSession {
  answer: Omit<Session, 'refreshToken'>;
  refresh: { token: string; maxAgeSeconds: number } | null;
}

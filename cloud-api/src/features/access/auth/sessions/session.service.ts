import { v7 as uuidv7 } from 'uuid';
import { namesOfRoles, Role } from '@washdesk/rules/company/roles';
import { writeAudit } from '../../../../audit/audit.ts';
import { type Caller, hasRight, requireRight, isAtItsDevice, type Principal } from '../../../../common/caller.ts';
import { Failure, notFound, unauthorized } from '../../../../common/failure.ts';
import { hashOfSecret, type RotatingSecrets } from '../../../../common/rotating-secrets.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import { terminalNamed } from '../../../../db/site-terminals.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import type { AccessTokens } from './access-token.ts';
import type { OpenSessions } from './open-sessions.ts';
import * as store from './session.store.ts';
import { rotationGraceMs, sessionLifeMs, type IssuedSession, type OpenSession, type SessionPlace } from './session.ts';

export interface SessionServiceOptions {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  /** The machine's time, for everything that expires. */
  systemClock: Clock;
  accessTokens: AccessTokens;
  refreshTokens: RotatingSecrets;
  openSessions: OpenSessions;
  codes: Pick<OneTimeCodes, 'isNeeded'>;
}

/** The user or client of a session, as found at the sign-in. */
export type SessionOf = Omit<OpenSession, 'id' | 'expires' | 'locationId'>;

interface SessionAudit {
  action: string;
  session: string;
  of: string;
  site?: number | null;
  before?: unknown;
  after?: unknown;
  why?: string;
}

type Exchange = { outcome: 'exchanged'; session: OpenSession } | { outcome: 'ended' } | { outcome: 'closed'; session: string };

const sessionInUse = (): Failure => new Failure(409, 'session_in_use', 'This is your current session. Log out instead');
const sessionEnded = (): Failure => new Failure(403, 'session_ended', 'Your session has ended. Sign in again');

/** Starts sessions at a sign-in, continues them by refresh tokens, moves them to a location and ends them. */
export class SessionService {
  readonly #options: SessionServiceOptions;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
  }

  /** @param replaces the previous refresh token of this browser; its session ends, because no client has it any more */
  async start(of: SessionOf, caller: Caller, replaces?: string): Promise<IssuedSession> {
    const { db, systemClock, refreshTokens } = this.#options;
    const at = systemClock.now();
    const locationId = of.site === null ? null : await store.locationOfSite(db, of.site);
    const session = { ...of, id: uuidv7(), locationId, expires: new Date(at.getTime() + sessionLifeMs[of.kind]) };
    const token = of.kind === 'staff' ? refreshTokens.fresh() : null;
    if (replaces) await this.endHeldBy(replaces, 'signed in again', caller);
    await db.transaction().execute(async (tx) => {
      await store.insertSession(tx, session, at);
      if (token) await store.insertToken(tx, session.id, hashOfSecret(token), at);
      const after = { kind: of.kind, roles: namesOfRoles(of.roles), withCode: of.codePassed !== null };
      await this.#audit(tx, caller, { action: 'session.started', session: session.id, of: of.principal, site: of.site, after });
    });
    return this.#handOut(session, token);
  }

  /**
   * Exchanges a refresh token for its successor. For 30 s the previous token returns the same successor. Later use, or use on another
   * device, means that two parties have the token, and the session ends for both.
   * @throws Failure 403 `session_ended`
   */
  async refresh(token: string, caller: Caller): Promise<IssuedSession> {
    const successor = this.#options.refreshTokens.successorOf(token);
    const exchange = await this.#options.db.transaction().execute((tx) => this.#exchange(tx, token, successor, caller));
    if (exchange.outcome === 'exchanged') return this.#handOut(exchange.session, successor);
    if (exchange.outcome === 'closed') this.#options.openSessions.announceEnded([exchange.session]);
    throw sessionEnded();
  }

  /**
   * Devices, and clients that belong to a site, stay at their site.
   * @param terminal Sitewatch terminal; by default the device's, or the one already chosen at that site
   * @throws Failure 404 `location_unknown` or `terminal_unknown`, 403 `other_site`, 401 when the session has just ended
   */
  async chooseLocation(principal: Principal, caller: Caller, locationId: string, terminal?: string | null): Promise<IssuedSession> {
    const { device } = caller;
    const site = await store.siteOfLocation(this.#options.db, locationId);
    if (site === null) throw notFound('location_unknown', 'Unknown location');
    const bound = device?.site ?? (principal.kind === 'service' ? principal.site : null);
    if (bound !== null && bound !== site) throw new Failure(403, 'other_site', `Only a location of site ${bound} can be selected here`);
    const kept = principal.site === site ? principal.terminal : null;
    const place: SessionPlace = {
      site,
      locationId,
      terminal: device?.terminal ?? (terminal === undefined ? kept : await this.#terminalOf(site, terminal)),
    };
    const session = await this.#options.db.transaction().execute(async (tx) => {
      const moved = await store.moveSession(tx, principal.session, place);
      if (!moved) return null;
      const [before, after] = [placeIn(moved.before), placeIn(place)];
      const row = { action: 'session.moved', session: principal.session, of: principal.id, site, before, after };
      if (before.site !== after.site || before.terminal !== after.terminal) await this.#audit(tx, caller, row);
      return moved.session;
    });
    if (!session) throw unauthorized();
    return this.#handOut(session, null);
  }

  /**
   * Ends a session: the caller's own by its access or refresh token, another one as Admin.
   * @param held the refresh token sent with the call
   * @returns whether it was the caller's own
   * @param isSignOut whether the caller signs out; an Admin who ends sessions from a list does not mean the current one
   * @throws Failure 401, 403, 404 `session_unknown`, 409 `session_in_use`
   */
  async end(id: string, caller: Caller, held: string | undefined, isSignOut = false): Promise<{ own: boolean }> {
    const own = caller.principal?.session === id || (held !== undefined && (await this.#sessionHeldBy(held)) === id);
    if (own && !isSignOut && caller.principal && hasRight(caller.principal, Role.Admin)) throw sessionInUse();
    if (!own) this.#checkMayEndOthers(caller.principal);
    const actor = caller.principal?.id;
    const found = await this.#options.db.transaction().execute(async (tx) => {
      const ended = await store.endSession(tx, id, own ? 'signed out' : `ended by ${actor}`, this.#options.systemClock.now());
      if (ended?.wasOpen)
        await this.#auditEnd(tx, caller, { session: id, of: ended.principal, why: own ? 'signed out' : 'by an administrator' });
      return ended;
    });
    if (!found) throw notFound('session_unknown', 'Session not found');
    this.#options.openSessions.announceEnded([id]);
    return { own };
  }

  /** Ends the session of this refresh token, if any. */
  async endHeldBy(token: string, why: string, caller: Caller): Promise<void> {
    const id = await this.#sessionHeldBy(token);
    if (!id) return;
    await this.#options.db.transaction().execute(async (tx) => {
      const ended = await store.endSession(tx, id, why, this.#options.systemClock.now());
      if (ended?.wasOpen) await this.#auditEnd(tx, caller, { session: id, of: ended.principal, why });
    });
    this.#options.openSessions.announceEnded([id]);
  }

  async #exchange(tx: Tx, token: string, successor: string, caller: Caller): Promise<Exchange> {
    const at = this.#options.systemClock.now();
    const hash = hashOfSecret(token);
    const found = await store.lockByToken(tx, hash);
    if (!found || found.ended || found.session.expires <= at) return { outcome: 'ended' };
    const { session, rotated } = found;
    if (session.kind === 'staff' && session.codePassed === null && this.#options.codes.isNeeded(session.roles))
      return this.#close(tx, session, caller, 'session.ended', 'one-time codes are now required');
    if (!isAtItsDevice(session, caller.device))
      return this.#close(tx, session, caller, 'session.family-revoked', 'a refresh token was used away from its device');
    if (rotated === null) {
      await store.exchangeToken(tx, session.id, hash, hashOfSecret(successor), at);
      return { outcome: 'exchanged', session };
    }
    if (at.getTime() - rotated.getTime() <= rotationGraceMs) return { outcome: 'exchanged', session };
    return this.#close(tx, session, caller, 'session.family-revoked', 'a refresh token was used again');
  }

  async #close(tx: Tx, { id, principal }: OpenSession, caller: Caller, action: string, why: string): Promise<Exchange> {
    await store.endSession(tx, id, why, this.#options.systemClock.now());
    await this.#auditEnd(tx, caller, { action, session: id, of: principal, why });
    return { outcome: 'closed', session: id };
  }

  async #handOut(session: OpenSession, token: string | null): Promise<IssuedSession> {
    const { accessToken, expiresIn } = await this.#options.accessTokens.issue(session);
    const { id: sessionId, principal, name, employee, roles, site, locationId, terminal } = session;
    const user = { name, userid: principal, employeeId: employee, roles };
    const maxAgeSeconds = Math.ceil((session.expires.getTime() - this.#options.systemClock.now().getTime()) / 1000);
    return {
      answer: { sessionId, accessToken, expiresIn, user, site, locationId, terminal },
      refresh: token === null ? null : { token, maxAgeSeconds },
    };
  }

  async #terminalOf(site: number, terminal: string | null): Promise<string | null> {
    if (terminal === null) return null;
    const name = await terminalNamed(this.#options.db, site, terminal);
    if (name === null) throw notFound('terminal_unknown', `Site ${site} has no terminal ${terminal} in Sitewatch`);
    return name;
  }

  #sessionHeldBy(token: string): Promise<string | null> {
    return store.sessionOfToken(this.#options.db, hashOfSecret(token));
  }

  #checkMayEndOthers(principal: Principal | null): void {
    if (!principal) throw unauthorized();
    requireRight(principal, 'Admin');
  }

  #auditEnd(tx: Tx, caller: Caller, { of, ...row }: { action?: string; session: string; of: string; why: string }): Promise<void> {
    return this.#audit(tx, caller, { action: 'session.ended', ...row, of, before: { principal: of } });
  }

  /** @param of the session's principal: the actor if no one is signed in with the call */
  #audit(tx: Tx, { principal, device, requestId }: Caller, { session, of, site, ...row }: SessionAudit): Promise<void> {
    return writeAudit(tx, {
      actor: principal?.id ?? of,
      site: device?.site ?? principal?.site ?? site ?? null,
      device: device?.id ?? null,
      ...row,
      subject: `session:${session}`,
      requestId,
      at: this.#options.clock.now(),
    });
  }
}

const placeIn = ({ site, terminal }: Pick<SessionPlace, 'site' | 'terminal'>) => ({ site, terminal });

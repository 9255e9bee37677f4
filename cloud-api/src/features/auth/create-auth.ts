import type { KeyObject } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import type { Principal } from '../../http/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretHasher } from '../../ports/secret-hasher.ts';
import type { SessionEnds } from '../../ports/session-ends.ts';
import { AccessTokens } from './access-token.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import { OpenSessions } from './open-sessions.ts';
import { refreshTokens } from './refresh-token.ts';
import { sessionEnds } from './session-ends.ts';
import { SessionService } from './session.service.ts';
import { isOpen } from './session.store.ts';
import { SignInService, type EmployeeDirectory } from './sign-in.service.ts';

export interface AuthOptions {
  db: Db;
  /** Ed25519 private key (WASHDESK_TOKEN_KEY): signs access tokens and derives the key of refresh tokens. */
  key: KeyObject;
  clock: Clock;
  /** Everything that expires goes by the machine's time (design section 4, "Time"). */
  systemClock: Clock;
  hasher: SecretHasher;
  employees: EmployeeDirectory;
  /** Ten a minute and device; the same as the look-up of names uses. */
  lookups: AttemptLimiter;
}

export interface Auth {
  /** What `authRoutes` needs. */
  signIn: SignInService;
  sessions: SessionService;
  /** For devices and staff. */
  sessionEnds: SessionEnds;
  /** For `CallerSource`: the signature is checked each time, the session's end within 5 s. */
  principalOf(accessToken: string): Promise<Principal | null>;
  /** `onEnded` tells what this process ended; `has` asks, at most every 5 s, for what others did. */
  openSessions: OpenSessions;
}

export function createAuth({ db, key, clock, systemClock, hasher, employees, lookups }: AuthOptions): Auth {
  const openSessions = new OpenSessions((session) => isOpen(db, session, systemClock.now()));
  const accessTokens = new AccessTokens({ key, systemClock });
  const sessions = new SessionService({ db, clock, systemClock, accessTokens, refreshTokens: refreshTokens(key), openSessions });
  const signIn = new SignInService({ db, hasher, sessions, employees, lookups });
  return {
    signIn,
    sessions,
    async principalOf(accessToken) {
      const principal = await accessTokens.read(accessToken);
      return principal && (await openSessions.has(principal.session)) ? principal : null;
    },
    sessionEnds: sessionEnds(systemClock, (ended) => openSessions.announceEnded(ended)),
    openSessions,
  };
}

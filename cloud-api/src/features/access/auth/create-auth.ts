import type { KeyObject } from 'node:crypto';
import type { Db } from '../../../db/pool.ts';
import type { Principal } from '../../../common/caller.ts';
import type { Limiter } from '../../../common/rate-limit.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { AccessTokens } from './access-token.ts';
import { ApprovalBook } from './approvals.ts';
import { OpenSessions } from './open-sessions.ts';
import { refreshTokens } from './refresh-token.ts';
import { sessionEnds } from './session-ends.ts';
import { SessionService } from './session.service.ts';
import { isOpen } from './session.store.ts';
import { SignInService } from './sign-in.service.ts';
import { StaffProof, type EmployeeDirectory } from './staff-proof.ts';
import { StepUpService } from './step-up.service.ts';

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
  lookups: Limiter;
  /** Whether an operation was begun under this Idempotency-Key: an operation knows. */
  isBegun: (principal: Principal, key: string) => Promise<boolean>;
}

export interface Auth {
  /** What `authRoutes` needs. */
  signIn: SignInService;
  sessions: SessionService;
  /** What `stepUpRoutes` needs. */
  stepUps: StepUpService;
  /** For the web layer: what was approved. */
  approvals: ApprovalBook;
  /** For devices and staff. */
  sessionEnds: SessionEnds;
  /** For `CallerSource`: the signature is checked each time, the session's end within 5 s. */
  principalOf(accessToken: string): Promise<Principal | null>;
  /** `onEnded` tells what this process ended; `has` asks, at most every 5 s, for what others did. */
  openSessions: OpenSessions;
}

export function createAuth({ db, key, clock, systemClock, hasher, employees, lookups, isBegun }: AuthOptions): Auth {
  const openSessions = new OpenSessions((session) => isOpen(db, session, systemClock.now()));
  const accessTokens = new AccessTokens({ key, systemClock });
  const sessions = new SessionService({ db, clock, systemClock, accessTokens, refreshTokens: refreshTokens(key), openSessions });
  const proof = new StaffProof({ db, hasher, employees, lookups });
  const signIn = new SignInService({ db, hasher, sessions, proof });
  const approvals = new ApprovalBook({ db, systemClock, isBegun });
  return {
    signIn,
    sessions,
    stepUps: new StepUpService({ db, clock, proof, approvals }),
    approvals,
    async principalOf(accessToken) {
      const principal = await accessTokens.read(accessToken);
      return principal && (await openSessions.has(principal.session)) ? principal : null;
    },
    sessionEnds: sessionEnds(systemClock, (ended) => openSessions.announceEnded(ended)),
    openSessions,
  };
}

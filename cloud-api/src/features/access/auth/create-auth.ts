import type { KeyObject } from 'node:crypto';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { RoleName } from '@washdesk/rules/company/roles';
import type { Alert } from '../../../common/alert.ts';
import type { Caller, Principal, SignedInPrincipal } from '../../../common/caller.ts';
import { HashGate } from '../../../common/hash-gate.ts';
import type { RateLimiter } from '../../../common/rate-limit.ts';
import { rotatingSecrets } from '../../../common/rotating-secrets.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { authRoutes } from './auth.routes.ts';
import { CodeSecrets } from './one-time-codes/code-secrets.ts';
import { oneTimeCodeRoutes } from './one-time-codes/one-time-code.routes.ts';
import { OneTimeCodes } from './one-time-codes/one-time-codes.ts';
import { AccessTokens } from './sessions/access-token.ts';
import { OpenSessions } from './sessions/open-sessions.ts';
import { sessionEnds } from './sessions/session-ends.ts';
import { SessionService } from './sessions/session.service.ts';
import { openSession } from './sessions/session.store.ts';
import { principalIn } from './sessions/session.ts';
import { personalData } from './sign-in/familiar-networks.store.ts';
import { PasswordGuard } from './sign-in/password-guard.ts';
import { PersonAttempts } from './sign-in/person-attempts.ts';
import { PinAttempts } from './sign-in/pin-attempts.ts';
import { PinPresence } from './sign-in/pin-presence.ts';
import { SignInService, type OwnSecrets } from './sign-in/sign-in.service.ts';
import { StaffAccess } from './sign-in/staff-access.ts';
import { StaffProof, type EmployeeDirectory } from './sign-in/staff-proof.ts';
import { ApprovalBook } from './step-up/approvals.ts';
import { stepUpRoutes } from './step-up/step-up.routes.ts';
import { StepUpService } from './step-up/step-up.service.ts';

interface Dependencies {
  db: Db;
  /** Ed25519 private key (WASHDESK_TOKEN_KEY): signs access tokens and derives the key of refresh tokens. */
  key: KeyObject;
  clock: Clock;
  /** All expiry uses the machine's time (docs/decisions/0008-clock.md). */
  systemClock: Clock;
  hasher: SecretHasher;
  employees: EmployeeDirectory;
  /** Ten per minute and device, shared with the lookup of employee names. */
  lookups: RateLimiter;
  operations: Pick<Operations, 'stateOf'>;
  ownSecrets: OwnSecrets;
  settings: ReadSetting;
  alert: Alert;
  /** The roles that require one-time codes (WASHDESK_ONE_TIME_CODES). */
  rolesWithCodes: readonly RoleName[];
  /** Returns the contract with an id; an approval is bound to a call of it. */
  endpointOf: (id: string) => Endpoint | undefined;
}

export interface Auth extends Feature {
  signIn: SignInService;
  sessions: SessionService;
  stepUps: StepUpService;
  pins: PinAttempts;
  presence: PinPresence;
  /** The approvals that the HTTP layer checks. */
  approvals: ApprovalBook;
  /** Reads the principal of an open session anew; null once it has ended. */
  principalOfSession(session: string): Promise<SignedInPrincipal | null>;
  /** Ends sessions of a device or a staff member, for the features that need it. */
  sessionEnds: SessionEnds;
  /** For the enrollment of agents: they have no role, only the calls of their site. */
  startAgentSession(
    agent: { principal: string; name: string; site: number },
    caller: Caller,
  ): Promise<{ accessToken: string; expiresIn: number }>;
  /** For `CallerSource`: verifies the signature every time, and notices the session's end within 5 s. */
  principalOf(accessToken: string): Promise<SignedInPrincipal | null>;
  /** `onEnded` reports sessions ended by this process; `has` checks the database, at most every 5 s, for other processes. */
  openSessions: OpenSessions;
}

export function createAuth({
  db,
  key,
  clock,
  systemClock,
  hasher,
  employees,
  lookups,
  operations,
  ownSecrets,
  settings,
  alert,
  rolesWithCodes,
  endpointOf,
}: Dependencies): Auth {
  const attempts = new PersonAttempts({ db, clock, systemClock, alert }, 'code');
  const codes = new OneTimeCodes({ db, clock, systemClock, secrets: new CodeSecrets(key), attempts, roles: rolesWithCodes });
  const findOpen = (session: string) => openSession(db, session, systemClock.now(), codes.neededFrom);
  const openSessions = new OpenSessions(async (session) => (await findOpen(session)) !== null);
  const accessTokens = new AccessTokens({ key, systemClock });
  const sessions = new SessionService({
    db,
    clock,
    systemClock,
    accessTokens,
    refreshTokens: rotatingSecrets(key, 'refresh token'),
    openSessions,
    codes,
  });
  const gate = new HashGate();
  const pins = new PinAttempts({ db, clock, systemClock, alert });
  const passwords = new PasswordGuard({ db, gate, alert });
  const proof = new StaffProof({ db, hasher, gate, pins, employees, lookups, passwords });
  const signIn = new SignInService({ db, systemClock, hasher, sessions, proof, codes, passwords, ownSecrets });
  const isBegun = async (principal: Principal, keyOfOperation: string) => (await operations.stateOf(principal, keyOfOperation)) !== null;
  const presence = new PinPresence({ db, clock, systemClock, settings, proof });
  const approvals = new ApprovalBook({ db, systemClock, isBegun });
  const stepUps = new StepUpService({ db, clock, proof, approvals, codes });
  const ends = sessionEnds(systemClock, (ended) => openSessions.announceEnded(ended));
  const staffAccess = new StaffAccess({ db, clock, systemClock, sessionEnds: ends, codes });
  return {
    officeAuditKinds: ['one-time-code', 'pin'],
    personalData,
    routes: [
      ...authRoutes({ presence, signIn, sessions, pins }),
      ...oneTimeCodeRoutes({ signIn, staffAccess }),
      ...stepUpRoutes({ stepUps, endpointOf }),
    ],
    signIn,
    sessions,
    stepUps,
    pins,
    presence,
    approvals,
    async principalOf(accessToken) {
      const principal = await accessTokens.read(accessToken);
      return principal && (await openSessions.has(principal.session)) ? principal : null;
    },
    async principalOfSession(session) {
      const open = await findOpen(session);
      return open && principalIn(open);
    },
    sessionEnds: ends,
    async startAgentSession(agent, caller) {
      const none = { employee: null, roles: 0, device: null, terminal: null, codePassed: null, pinPassed: null };
      const { accessToken, expiresIn } = (await sessions.start({ kind: 'service', ...agent, ...none }, caller)).answer;
      return { accessToken, expiresIn };
    },
    openSessions,
  };
}

import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { Alert } from '../../../common/alert.ts';
import { derivedKey } from '../../../common/derived-key.ts';
import type { Notifications } from '../../../db/notifications.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { CertificateAuthority } from '../../../ports/certificate-authority.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { AgentTokenService, type StartAgentSession } from './agent-token.service.ts';
import { personalData as certificateData } from './certificates.store.ts';
import { EnrollmentService } from './enrollment.service.ts';
import { personalData as enrollmentData } from './enrollments.store.ts';
import { refusedCodes } from './refused-codes.ts';
import { personalData as listData } from './revocation-list.store.ts';
import { RevocationList } from './revocation-list.ts';
import { RevocationService } from './revocation.service.ts';
import { RevokedSites } from './revoked-sites.ts';
import { siteAgentRoutes, type AgentSettings } from './site-agents.routes.ts';
import { listAgents } from './site-agents.store.ts';

interface Dependencies {
  db: Db;
  notifications: Notifications;
  clock: Clock;
  systemClock: Clock;
  siteAuthority: CertificateAuthority | null;
  sessionEnds: SessionEnds;
  startSession: StartAgentSession;
  /** Derives the key of the codes' hashes. */
  key: KeyObject;
  settings: AgentSettings;
  alert: Alert;
  log: Logger;
}

/** Enrollment, sign-in and revocation of the sites' agents. */
export function createSiteAgents({ siteAuthority: authority, startSession, key, settings, notifications, log, ...tools }: Dependencies) {
  const { db, clock, systemClock } = tools;
  const revoked = new RevocationList({ db, systemClock, authority });
  const revokedSites = new RevokedSites({ db, notifications, log });
  const codeKey = derivedKey(key, 'agent enrollment code');
  const enrollments = new EnrollmentService({ ...tools, authority, codeKey, revocationList: revoked, revokedSites });
  return {
    officeAuditKinds: ['site-agent'],
    personalData: { ...enrollmentData, ...certificateData, ...listData },
    routes: siteAgentRoutes({
      list: async () => ({
        enabled: authority !== null,
        agents: await listAgents(db, systemClock.now()),
        refused: await refusedCodes(db, clock.now()),
      }),
      enrollments,
      revocations: new RevocationService({ ...tools, revocationList: revoked, revokedSites }),
      tokens: new AgentTokenService({ ...tools, startSession }),
      revoked,
      settings,
    }),
    /** For the connection to the sites. */
    revokedSites,
  } satisfies OfferingFeature;
}

import type { Alert } from '../../../common/alert.ts';
import type { AuditedPrincipal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { ownSecrets } from './own-secrets.ts';
import { ServiceAccountService } from './service-account.service.ts';
import { SitewatchStanding } from './sitewatch-standing.ts';
import { staffRoutes } from './staff.routes.ts';
import { StaffService } from './staff.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  hasher: SecretHasher;
  sessionEnds: SessionEnds;
  settings: ReadSetting;
  alert: Alert;
}

/** Staff and service accounts: for Admins, and for the command line. */
export function createStaff({ settings, alert, ...tools }: Dependencies) {
  const staffAs = (by: AuditedPrincipal) => new StaffService({ ...tools, by });
  const serviceAccountsAs = (by: AuditedPrincipal) => new ServiceAccountService({ ...tools, by });
  return {
    officeAuditKinds: ['password', 'pin', 'service-account', 'staff'],
    routes: staffRoutes({ staffAs, serviceAccountsAs }),
    staffAs,
    serviceAccountsAs,
    /** For the sign-in feature. */
    ownSecrets: ownSecrets(tools),
    /** For the employees of Sitewatch. */
    standing: new SitewatchStanding({ ...tools, settings, alert, staffAs }),
  } satisfies OfferingFeature;
}

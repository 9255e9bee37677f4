import type { AuditedPrincipal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { ServiceAccountService } from './service-account.service.ts';
import { StaffService } from './staff.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  hasher: SecretHasher;
  sessionEnds: SessionEnds;
  /** The program that makes the changes, for the audit. */
  by: AuditedPrincipal;
}

/** Staff, and programs that sign in. Only the command line uses it; no screen does yet. */
export const createStaff = ({ sessionEnds, ...tools }: Dependencies) => ({
  staff: new StaffService({ ...tools, sessionEnds }),
  serviceAccounts: new ServiceAccountService(tools),
});

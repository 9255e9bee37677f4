import { argon2Hasher } from '@washdesk/cloud-api/adapters/argon2/argon2-hasher';
import { systemClock } from '@washdesk/cloud-api/adapters/clock/system-clock';
import { StaffService } from '@washdesk/cloud-api/features/access/staff/staff.service';
import type { TestEnvironment } from './cloud.ts';

/** The staff of a test's cloud, to which people are added with what they sign in with. */
export const staffOf = ({ database }: { database: Pick<TestEnvironment['database'], 'db'> }): StaffService =>
  new StaffService({
    db: database.db,
    clock: systemClock,
    hasher: argon2Hasher(),
    sessionEnds: { endAll: () => Promise.resolve([]), announce: () => undefined },
    by: { id: 'test', site: null, device: null, requestId: 'test' },
  });

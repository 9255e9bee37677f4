import { argon2Hasher } from '../adapters/argon2/argon2-hasher.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { StaffService } from '../features/access/staff/staff.service.ts';
import type { TestEnvironment } from './cloud.ts';

/** The staff of a test's cloud; adds people with their credentials. */
export const staffOf = ({ database }: { database: Pick<TestEnvironment['database'], 'db'> }): StaffService =>
  new StaffService({
    db: database.db,
    clock: systemClock,
    hasher: argon2Hasher(),
    sessionEnds: { endAll: () => Promise.resolve([]), announce: () => undefined },
    by: { id: 'test', site: null, device: null, requestId: 'test' },
  });

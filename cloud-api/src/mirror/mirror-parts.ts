import type { Db } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { PaymentsReader } from '../ports/payments.ts';
import type { ReadSetting } from '../ports/settings.ts';

/** The dependencies for reading at the provider and applying its snapshots. */
export interface MirrorParts {
  db: Db;
  payments: PaymentsReader;
  clock: Clock;
  settings: ReadSetting;
}

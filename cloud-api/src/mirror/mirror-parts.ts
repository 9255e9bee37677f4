import type { Db } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { PaymentsReader } from '../ports/payments.ts';
import type { ReadSetting } from '../ports/settings.ts';

/** What it takes to read at the provider and to learn from it. */
export interface MirrorParts {
  db: Db;
  payments: PaymentsReader;
  clock: Clock;
  settings: ReadSetting;
}

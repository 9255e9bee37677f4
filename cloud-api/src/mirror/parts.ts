import type { Db } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { PaymentsReading } from '../ports/payments.ts';

/** What it takes to read at the provider and to learn from it. */
export interface MirrorParts {
  db: Db;
  payments: PaymentsReading;
  clock: Clock;
  /** Days that a good status outlives its period. */
  goodDays: () => Promise<number>;
}

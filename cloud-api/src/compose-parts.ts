import type { Db } from './db/pool.ts';
import type { Deeds } from './deeds/deeds.ts';
import type { Clock } from './ports/clock.ts';
import type { Payments } from './ports/payments.ts';

/** What every room is made of in which money, cards or plans change. */
export interface MoneyParts {
  db: Db;
  deeds: Deeds;
  payments: Payments;
  clock: Clock;
  /** Days that a good status outlives its period. */
  goodDays: () => Promise<number>;
}

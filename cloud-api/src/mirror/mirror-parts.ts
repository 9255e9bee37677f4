import type { Db, Tx } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProviderEvent } from '../ports/payment-events.ts';
import type { PaymentsReader } from '../ports/payments.ts';
import type { ReadSetting } from '../ports/settings.ts';

/** The dependencies for reading at the provider and applying its snapshots. */
export interface MirrorParts {
  db: Db;
  payments: PaymentsReader;
  clock: Clock;
  settings: ReadSetting;
}

/** What a feature does at an event of the provider, in the transaction that stores it. */
export type OnProviderEvent = (tx: Tx, event: ProviderEvent) => Promise<void>;

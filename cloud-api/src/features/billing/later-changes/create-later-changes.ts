import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import { personalData } from './later-changes.store.ts';
import { reportLaterChange } from './report-later-change.ts';

/** Changes to money and cards that Stripe reports after the operation has ended. */
export const createLaterChanges = (parts: { db: Db; clock: Clock }): Feature => ({
  personalData,
  jobs: { 'payment.changed-later': reportLaterChange(parts) },
});

import type { Tx } from '../../../../db/pool.ts';
import { enqueue } from '../../../../jobs/job.store.ts';
import type { CauseOfJob } from '../../../../jobs/job.ts';
import type { OnClaim } from '../../../../mirror/projection/claims.store.ts';
import { overtakePages } from './online-page.store.ts';

const deadlineDays = 1;

/** Closes a payment page at the provider, after the transaction. One that is paid meanwhile stays. */
export const closeLater = (tx: Tx, session: string, created: Date, by?: CauseOfJob): Promise<void> =>
  enqueue(tx, { what: 'checkout.close', key: session, site: null, customer: null, payload: {}, by, deadlineDays, created });

/** Closes the pages whose plate or e-mail address a customer is about to get at a register or by a plate move. */
export const closeOvertaken: OnClaim = async (tx, { codes, email, now }) => {
  for (const session of await overtakePages(tx, codes, email ?? null, now)) await closeLater(tx, session, now);
};

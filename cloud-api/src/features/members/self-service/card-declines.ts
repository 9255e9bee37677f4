import type { Alert } from '../../../common/alert.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ProviderEvent } from '../../../ports/payment-events.ts';
import { addCardDecline, cardDeclinesSince, cardPageOf } from './card-declines.store.ts';

export const cardPageKind = 'member.card-page';

/** Declined cards of one member within a day. */
const mostDeclines = 5;
const dayMs = 86_400_000;
const closeWithinDays = 1;

/** Whether too many cards of a member were declined to let them try another one. */
export const areDeclinesOver = async (db: Db | Tx, customer: string, now: Date): Promise<boolean> =>
  (await cardDeclinesSince(db, customer, new Date(now.getTime() - dayMs))) >= mostDeclines;

/** Counts the cards that are declined on members' card pages, in the transaction that stores the provider's event. */
export function cardPageEvents({ clock, alert }: { clock: Clock; alert: Alert }) {
  return async (tx: Tx, { id, failedSetup }: ProviderEvent): Promise<void> => {
    const page = failedSetup ? await cardPageOf(tx, failedSetup, cardPageKind) : null;
    if (!page) return;
    const { customer, session } = page;
    const now = clock.now();
    await addCardDecline(tx, { event: id, customer, at: now });
    if (!(await areDeclinesOver(tx, customer, now))) return;
    const job = { site: null, customer, created: now };
    if (session !== null) {
      const by = { requestId: `webhook:${id}` };
      await enqueue(tx, { ...job, what: 'checkout.close', key: session, payload: {}, by, deadlineDays: closeWithinDays });
    }
    const reason = `Possible card testing: ${mostDeclines} cards were declined within a day on the card page of one member. The member can’t open it again for a day`;
    const raised = await raiseAlert(tx, { ...job, key: `member-carding:${customer}:${Math.floor(now.getTime() / dayMs)}`, reason });
    if (raised) alert('member.carding', { customer }, 'Many declined cards on the card page of one member');
  };
}

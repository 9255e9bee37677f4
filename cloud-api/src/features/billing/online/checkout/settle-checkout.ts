import type { Db } from '../../../../db/pool.ts';
import { attemptFromError } from '../../../../jobs/attempt-from-error.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../../jobs/job.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Payments } from '../../../../ports/payments.ts';
import type { CompleteCheckoutService } from './complete-checkout.service.ts';
import { endPage } from './online-page.store.ts';

const firstWaitMs = 60_000;
const longestWaitMs = 15 * 60_000;

/** The wait doubles: an abandoned page is checked about a hundred times until it expires, not every minute. */
const waitAfter = (attempts: number): number => Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 10));

/** Completes a sign-up if the browser never returned from the payment page. */
export function settleCheckout(checkouts: CompleteCheckoutService) {
  return async (job: ClaimedJob<'checkout.complete'>): Promise<Attempt> => {
    try {
      const { status } = await checkouts.result(job.key, causeOf(job).requestId);
      return status === 'open'
        ? { kind: 'later', reason: 'Not paid yet', waitMs: waitAfter(job.attempts) }
        : { kind: 'done', result: { status } };
    } catch (error) {
      return attemptFromError(error);
    }
  };
}

/** Closes a payment page on which too many cards were declined. One that is paid meanwhile stays. */
export function closeCheckout({ db, clock, payments }: { db: Db; clock: Clock; payments: Payments }) {
  return async ({ key: session, id }: ClaimedJob<'checkout.close'>): Promise<Attempt> => {
    try {
      const { status } = await payments.expireCheckout({ operation: id, step: 'close', attempt: 1 }, session);
      await endPage(db, session, status === 'complete' ? 'paid' : 'closed', clock.now());
      return { kind: 'done', result: { status } };
    } catch (error) {
      return attemptFromError(error);
    }
  };
}

import { attemptFromError } from '../../../jobs/attempt-from-error.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import type { CompleteCheckoutService } from './complete-checkout.service.ts';

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

import { attemptFromError } from '../../../jobs/attempt-from-error.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import type { CompleteCheckoutService } from './complete-checkout.service.ts';

const firstWaitMs = 60_000;
const longestWaitMs = 15 * 60_000;

/** The wait doubles, so that an abandoned page is checked some hundred times until it expires, and not every minute. */
const waitAfter = (attempts: number): number => Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 10));

/** Completes a sign-up whose browser never came back from the payment page. */
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

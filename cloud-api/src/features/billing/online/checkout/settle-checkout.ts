import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { Db } from '../../../../db/pool.ts';
import { attemptFromError } from '../../../../jobs/attempt-from-error.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../../jobs/job.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Payments } from '../../../../ports/payments.ts';
import { accountMatch, isMatch } from '../online-attempt.store.ts';
import type { CompleteCheckoutService } from './complete-checkout.service.ts';
import { endPage } from './online-page.store.ts';
import type { OnlineSale } from './online-sale.ts';

interface Options {
  db: Db;
  clock: Clock;
  payments: Payments;
  completions: CompleteCheckoutService;
}

const firstWaitMs = 60_000;
const longestWaitMs = 5 * 60_000;

/** The wait doubles: an abandoned page is checked about ten times until it expires, not every minute. */
const waitAfter = (attempts: number): number => Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 10));

/** The jobs of payment pages. */
export function checkoutJobs({ db, clock, payments, completions }: Options) {
  async function close({ id, key: session }: Pick<ClaimedJob, 'id' | 'key'>): Promise<Attempt> {
    const { status } = await payments.expireCheckout({ operation: id, step: 'close', attempt: 1 }, session);
    await endPage(db, session, status === 'complete' ? 'paid' : 'closed', clock.now());
    return { kind: 'done', result: { status } };
  }

  /** Whether a cashier has signed up the plate or the person since the page was opened. */
  const isOvertaken = async ({ email, customer }: OnlineSale): Promise<boolean> =>
    isMatch(await accountMatch(db, email, customer.metadata[customerKeys.plate] ?? ''));

  async function settle(job: ClaimedJob<'checkout.complete'>): Promise<Attempt> {
    const { sale, checkout } = await completions.settle(job.key, causeOf(job).requestId);
    const status = checkout.status ?? 'open';
    if (status !== 'open') return { kind: 'done', result: { status } };
    if (!(await isOvertaken(sale))) return { kind: 'later', reason: 'Not paid yet', waitMs: waitAfter(job.attempts) };
    const closed = await close(job);
    const isPaid = closed.kind === 'done' && closed.result['status'] === 'complete';
    return isPaid ? { kind: 'later', reason: 'Paid meanwhile', waitMs: 0 } : closed;
  }

  return {
    /** Completes a sign-up if the browser never returned from the payment page. */
    'checkout.complete': (job: ClaimedJob<'checkout.complete'>) => settle(job).catch(attemptFromError),
    /** Closes a payment page on which too many cards were declined. One that is paid meanwhile stays. */
    'checkout.close': (job: ClaimedJob<'checkout.close'>) => close(job).catch(attemptFromError),
  };
}

import type { LookAgain } from '../../../mirror/reads/look-again.ts';

/** What `noCache=true` asks for: the subscription with all that is told of it. While Stripe is away the mirror answers. */
export async function readSubscriptionAgain(lookAgain: LookAgain, id: string): Promise<void> {
  const seen = await lookAgain('subscription', id);
  if (seen === null || seen === 'stale') return;
  await lookAgain('customer', seen.customer);
  if (seen.schedule) await lookAgain('schedule', seen.schedule);
  if (seen.latest_invoice) await lookAgain('invoice', seen.latest_invoice);
}

import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';

/** What `noCache=true` asks for: the subscription with all that is told of it. While Stripe is away the mirror answers. */
export async function readFreshSubscription(readFresh: ReadFresh, id: string): Promise<void> {
  const seen = await readFresh('subscription', id);
  if (seen === null || seen === 'stale') return;
  await readFresh('customer', seen.customer);
  if (seen.schedule) await readFresh('schedule', seen.schedule);
  if (seen.latest_invoice) await readFresh('invoice', seen.latest_invoice);
}

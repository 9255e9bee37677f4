import type * as billing from '../billing/model.ts';
import { announceNew } from '../announce.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { World } from '../world.ts';
import { finalizeInvoice } from './finalize.ts';
import { makeInvoice } from './make-invoice.ts';

interface Occasion {
  closed?: billing.Span | null;
  prorationDate?: number | null;
}

/** Puts down what the engine billed; all but a renewal's draft are open for payment with that, or paid when nothing is due. */
export function issueInvoice(
  world: World,
  subscription: Subscription,
  billed: billing.Invoice,
  { closed = null, prorationDate = null }: Occasion = {},
): Invoice {
  const { store } = world;
  const draft = makeInvoice({
    id: invoiceId(subscription.id, billed.number),
    billed,
    customerId: subscription.customer,
    customer: store.get('customer', subscription.customer) ?? null,
    taxExempt: subscription.billing.customer.taxExempt,
    bills: { subscription: subscription.id, metadata: subscription.metadata, prorationDate },
    taxRates: subscription.default_tax_rates,
    closed,
    priceOf: (id) => store.get('price', id),
  });
  announceNew(world, draft, 'invoice.created');
  return draft.automatically_finalizes_at === null ? finalizeInvoice(world, draft) : draft;
}

/** The id of a subscription's invoice by its number, so that neither has to keep the other's. */
export function invoiceId(subscription: string, number: number): string {
  return `in_${subscription.slice('sub_'.length)}x${number}`;
}

/** When the items were last billed up to, before a renewal. */
export function closedPeriod({ items }: billing.Subscription): billing.Span | null {
  const [first] = items.toSorted((one, other) => one.period.end - other.period.end);
  return first?.period ?? null;
}

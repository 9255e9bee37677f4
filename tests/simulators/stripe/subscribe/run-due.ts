import { dueInstants, type DueInstant } from '../billing/due-instants.ts';
import { attemptPayment } from '../invoicing/attempt.ts';
import { closedPeriod, issueInvoice, periodUntil } from '../invoicing/issue.ts';
import { invoiceId } from '../objects/invoice-ids.ts';
import { voidInvoice } from '../invoicing/write-off.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { World } from '../world.ts';
import { billFor } from './account.ts';
import { enterPhase } from './follow-schedule.ts';
import { storeSubscription } from './store-subscription.ts';

/** Does, in order, everything of a subscription that falls due up to `until` (included), and gives it as it then is. */
export function runDue(world: World, id: string, until: number): Subscription {
  for (;;) {
    const subscription = world.store.get('subscription', id);
    if (!subscription) throw new Error(`a subscription fell due that does not exist: ${id}`);
    const next = dueInstants(subscription.billing)[0];
    if (!next || next.at > until) return subscription;
    if (next.what === 'payment') payDue(world, subscription, next.invoice);
    else runCalendar(world, subscription, next);
  }
}

function payDue(world: World, { id }: Subscription, number: number): void {
  const invoice = world.store.get('invoice', invoiceId(id, number));
  if (!invoice) throw new Error(`subscription ${id} waits for an invoice that does not exist: ${number}`);
  attemptPayment(world, invoice, { automatic: true });
}

function runCalendar(world: World, before: Subscription, { at, what }: DueInstant): void {
  const { subscription: state, invoices } = billFor(world, before.customer, before.billing, { type: 'due', at });
  if (what === 'expiry') voidOpen(world, before);
  const phased = enterPhase(world, before, state, at);
  const latest = invoices.at(-1);
  const kept = storeSubscription(world, before, state, {
    ...phased,
    ...(latest ? { latest_invoice: invoiceId(before.id, latest.number) } : {}),
  });
  for (const invoice of invoices) {
    const isRenewal = invoice.reason === 'subscription_cycle';
    issueInvoice(world, kept, invoice, { period: isRenewal ? closedPeriod(before.billing) : periodUntil(before.billing, at) });
  }
}

/** An incomplete subscription that expires takes its first invoice with it. */
function voidOpen(world: World, { id, billing }: Subscription): void {
  for (const { number } of billing.openInvoices) {
    const invoice = world.store.get('invoice', invoiceId(id, number));
    if (invoice) voidInvoice(world, invoice);
  }
}

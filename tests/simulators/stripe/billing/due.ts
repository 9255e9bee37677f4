import { BillingError } from './billing-error.ts';
import { end } from './cancel.ts';
import { statusWhenPaid } from './create.ts';
import { dueByCalendar } from './due-instants.ts';
import type { Due } from './events.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import type { Debit, Instant, Item, Line, Phase, Subscription } from './model.ts';
import { billPeriod, periodFrom } from './periods.ts';
import { applyChanges } from './update.ts';

/** Applies all calendar events of `at`: the phase first, so that a renewal at the same time bills its price on one invoice. */
export function due(subscription: Subscription, { at }: Due): Billed {
  const next = dueByCalendar(subscription)[0];
  if (next?.at !== at) throw new BillingError('nothing_due', `Nothing is due at ${at}; next is ${next?.at ?? 'nothing'}.`);
  if (next.what === 'expiry') return { subscription: expire(subscription, at), invoices: [] };
  const phased = enterPhase(subscription, at);
  const renewed = closePeriods(phased.subscription, at);
  return { subscription: renewed.subscription, invoices: [...phased.invoices, ...renewed.invoices] };
}

function expire(subscription: Subscription, at: Instant): Subscription {
  return { ...subscription, status: 'incomplete_expired', endedAt: at, openInvoices: [] };
}

function enterPhase(subscription: Subscription, at: Instant): Billed {
  const { schedule } = subscription;
  if (!schedule) return { subscription, invoices: [] };
  const phase = schedule.phases.find(({ start }) => start === at);
  const left = { ...schedule, phases: schedule.phases.filter((each) => each !== phase) };
  const moved = { ...subscription, schedule: schedule.releasesAt === at ? null : left };
  if (!phase) return { subscription: moved, invoices: [] };
  const taxed = { ...moved, taxRates: phase.taxRates ?? moved.taxRates, ...phaseDiscounts(moved, phase) };
  return applyChanges(taxed, phase.items, { at, date: at, behavior: phase.prorationBehavior });
}

/** A phase keeps only the discounts that it names and that have not ended. */
function phaseDiscounts({ discounts }: Subscription, { discounts: named = [] }: Phase): Pick<Subscription, 'discounts'> {
  return discounts ? { discounts: discounts.filter(({ id }) => named.some((each) => each.id === id)) } : {};
}

function closePeriods(subscription: Subscription, at: Instant): Billed {
  if (!subscription.items.some(({ period }) => period.end === at)) return { subscription, invoices: [] };
  if (subscription.cancelAtPeriodEnd || subscription.cancelAt === at)
    return issueInvoice(end(subscription, at), at, 'subscription_cycle', []);
  const { items, debits, lines } = openPeriods(subscription, at);
  const status = subscription.status === 'trialing' ? statusWhenPaid(subscription, at) : subscription.status;
  const kept = subscription.debits.filter(({ span }) => span.end > at);
  return issueInvoice({ ...subscription, status, items, debits: [...kept, ...debits] }, at, 'subscription_cycle', lines);
}

function openPeriods(subscription: Subscription, at: Instant): { items: Item[]; debits: Debit[]; lines: Line[] } {
  const debits: Debit[] = [];
  const lines: Line[] = [];
  const items = subscription.items.map((item) => {
    if (item.period.end !== at) return item;
    if (subscription.freeUntilAnchor && at < subscription.anchor) return { ...item, period: periodFrom(subscription, item, at) };
    const billed = billPeriod(subscription, item, at);
    debits.push(billed.debit);
    lines.push(billed.line);
    return billed.item;
  });
  return { items, debits, lines };
}

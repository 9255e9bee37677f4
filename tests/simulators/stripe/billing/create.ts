import { BillingError } from './billing-error.ts';
import type { Create } from './events.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import { addedLine, trialLine } from './lines.ts';
import type { Debit, Item, Line, Subscription } from './model.ts';
import { billPeriod, periodFrom } from './periods.ts';
import { ratesFor } from './tax.ts';

/** Creates a subscription and, if there is anything to bill, its first invoice. If an amount is due, it is incomplete until paid. */
export function create(event: Create): Billed {
  refuseImpossible(event);
  const fresh = begin(event);
  const { items, debits, lines } = firstPeriods(fresh, event);
  const own = items[0]?.period ?? { start: event.at, end: event.at };
  const added = (event.addInvoiceItems ?? []).map((item) => addedLine(item, item.period ?? own, ratesFor(fresh, item)));
  const { subscription, invoices } = issueInvoice({ ...fresh, items, debits }, event.at, 'subscription_create', [...added, ...lines]);
  // a sent invoice may be paid later
  if (subscription.openInvoices.length === 0 || event.daysUntilDue !== undefined) return { subscription, invoices };
  return { subscription: { ...subscription, status: 'incomplete' }, invoices };
}

/** Returns the subscription's status once its first invoice is paid. */
export function statusWhenPaid({ trialEnd }: Subscription, now: number): 'trialing' | 'active' {
  return trialEnd !== null && trialEnd > now ? 'trialing' : 'active';
}

function begin(event: Create): Subscription {
  const { at, backdateStartDate, trialEnd, prorationBehavior } = event;
  const startDate = backdateStartDate ?? at;
  const anchor = event.anchor ?? trialEnd ?? startDate;
  return {
    status: trialEnd === undefined ? 'active' : 'trialing',
    created: at,
    startDate,
    anchor,
    trialEnd: trialEnd ?? null,
    freeUntilAnchor: prorationBehavior === 'none' && anchor !== at,
    items: [],
    debits: [],
    pending: [],
    taxRates: event.taxRates ?? [],
    ...(event.discounts && event.discounts.length > 0 && { discounts: event.discounts }),
    customer: event.customer ?? { balance: 0, taxExempt: false },
    cancelAtPeriodEnd: false,
    ...(event.cancelAt !== undefined && { cancelAt: event.cancelAt }),
    ...(event.daysUntilDue !== undefined && { daysUntilDue: event.daysUntilDue }),
    canceledAt: event.cancelAt === undefined ? null : at,
    endedAt: null,
    schedule: null,
    invoiceCount: 0,
    openInvoices: [],
  };
}

interface FirstPeriods {
  items: Item[];
  debits: Debit[];
  lines: Line[];
}

function firstPeriods(fresh: Subscription, event: Create): FirstPeriods {
  const begun: FirstPeriods = { items: [], debits: [], lines: [] };
  for (const item of event.items) {
    if (fresh.trialEnd !== null) {
      const period = { start: event.at, end: fresh.trialEnd };
      begun.items.push({ ...item, period });
      begun.lines.push(trialLine(item, period));
    } else if (fresh.freeUntilAnchor) {
      begun.items.push({ ...item, period: periodFrom(fresh, item, event.at) });
    } else {
      billSinceStart(fresh, item, { items: event.items, begun });
    }
  }
  return begun;
}

/** Adds one line per natural period since the start of service ("Backdate subscriptions", flexible billing mode). */
function billSinceStart(
  fresh: Subscription,
  item: Create['items'][number],
  { items, begun }: { items: Create['items']; begun: FirstPeriods },
): void {
  let from = fresh.startDate;
  for (;;) {
    const billed = billPeriod({ ...fresh, items }, item, from);
    begun.debits.push(billed.debit);
    begun.lines.push(billed.line);
    from = billed.item.period.end;
    if (from <= fresh.created) continue;
    begun.items.push(billed.item);
    return;
  }
}

function refuseImpossible({ at, anchor, trialEnd, backdateStartDate, cancelAt }: Create): void {
  if (anchor !== undefined && anchor <= at) throw new BillingError('anchor_in_past', 'The billing cycle anchor must be in the future.');
  if (trialEnd !== undefined && trialEnd <= at) throw new BillingError('trial_in_past', 'The trial must end in the future.');
  if (cancelAt !== undefined && cancelAt <= at) throw new BillingError('cancel_in_past', 'The end must be in the future.');
  if (backdateStartDate === undefined) return;
  if (backdateStartDate > at) throw new BillingError('backdate_in_future', 'The backdated start must be in the past.');
  if (trialEnd !== undefined) throw new BillingError('backdated_trial', 'A backdated start with a trial is not modeled.');
}

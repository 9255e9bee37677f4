import { BillingError } from './billing-error.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import { trialLine } from './lines.ts';
import type { Instant, Line, Subscription } from './model.ts';
import { creditUnused } from './prorations.ts';

/** Makes a running subscription free until `end`: an invoice with the credits of the unused time and one line of $0 per item. */
export function beginTrial(subscription: Subscription, at: Instant, end: Instant, prorate: boolean): Billed {
  if (end <= at) throw new BillingError('trial_in_past', 'The trial must end in the future.');
  let credited = subscription;
  const lines: Line[] = [];
  for (const item of subscription.items) {
    if (prorate) {
      const credit = creditUnused(credited, item.id, at);
      credited = credit.subscription;
      lines.push(...credit.lines);
    }
    lines.push(trialLine(item, { start: at, end }));
  }
  const items = credited.items.map((item) => ({ ...item, period: { start: at, end } }));
  return issueInvoice({ ...credited, items, status: 'trialing', trialStart: at, trialEnd: end }, at, 'subscription_update', lines);
}

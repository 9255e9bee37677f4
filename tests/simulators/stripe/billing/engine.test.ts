import { describe, expect, it } from 'vitest';
import { advance } from './advance.ts';
import { BillingError } from './billing-error.ts';
import { change, renewal, signUp, superInterior, superKiss, superKissNext, superKissPlus } from './bills/bill-events.ts';
import { at } from './bills/worked-bill.ts';
import { bill } from './engine.ts';
import type { BillingEvent, Create } from './events.ts';
import type { Subscription } from './model.ts';
import type { Policy } from './payment.ts';
import { upcoming } from './preview.ts';

const sale = signUp('2026-11-01 10:00', superKiss);

function member(event: Create = sale): Subscription {
  return advance(bill(null, event).subscription, event.at, () => true).subscription;
}

function refusalOf(subscription: Subscription | null, event: BillingEvent): string {
  try {
    bill(subscription, event);
  } catch (error) {
    if (error instanceof BillingError) return error.code;
    throw error;
  }
  return 'not refused';
}

describe('what is due next', () => {
  it('is the first payment at once, then the renewal', () => {
    const { due, subscription } = bill(null, sale);
    expect(subscription.status).toBe('incomplete');
    expect(due).toEqual([
      { at: sale.at, what: 'payment', invoice: 1 },
      { at: at('2026-11-02 09:00'), what: 'expiry' },
    ]);
    expect(bill(subscription, { type: 'payment', at: sale.at, invoice: 1, succeeded: true }).due).toEqual([
      { at: at('2026-12-01 10:00'), what: 'renewal' },
    ]);
  });

  it('is the charge of a renewal an hour after its invoice', () => {
    expect(bill(member(), renewal('2026-12-01 10:00')).due[0]).toEqual({ at: at('2026-12-01 11:00'), what: 'payment', invoice: 2 });
  });

  it('names the end of a trial, a cancellation, phases and the release', () => {
    const trial = bill(null, signUp('2026-11-21 15:30', superKiss, { trialEnd: at('2026-12-01 10:00') }));
    expect(trial.due).toEqual([{ at: at('2026-12-01 10:00'), what: 'trial_end' }]);

    const leaving = bill(member(), { type: 'update', at: at('2026-11-21 15:30'), cancelAtPeriodEnd: true });
    expect(leaving.due).toEqual([{ at: at('2026-12-01 10:00'), what: 'cancellation' }]);

    const items = [{ id: 'si_1', price: superKissNext, quantity: 1 }];
    const phases = [{ start: at('2027-01-01 10:00'), items, prorationBehavior: 'none' as const }];
    const scheduled = bill(member(), { type: 'schedule', at: at('2026-11-21 15:30'), phases, releasesAt: at('2027-02-01 10:00') });
    expect(scheduled.due).toEqual([
      { at: at('2026-12-01 10:00'), what: 'renewal' },
      { at: at('2027-01-01 10:00'), what: 'phase' },
      { at: at('2027-02-01 10:00'), what: 'release' },
    ]);
  });
});

describe('a change that must be paid first', () => {
  it('is forgotten when the card declines: the renewal is as it would have been', () => {
    const before = member();
    const attempted = bill(before, change('2026-11-16 10:00', superKissPlus, 'always_invoice'));
    expect(attempted.invoices[0]?.amountDue).toBe(749);
    expect(upcoming(before)).toMatchObject({ number: 2, total: 2999 });
  });
});

describe('a change that is none', () => {
  it('leaves what waits for the next invoice waiting', () => {
    const upgraded = bill(member(), change('2026-11-16 10:00', superKissPlus, 'create_prorations')).subscription;
    const again = bill(upgraded, change('2026-11-17 10:00', superKissPlus, 'always_invoice'));
    expect(again.invoices).toEqual([]);
    expect(again.subscription.pending.map(({ amount }) => amount)).toEqual([-1500, 2249]);
  });
});

describe('items', () => {
  it('of different intervals renew each in its own time', () => {
    const yearly = { id: 'price_yearly', name: 'Locker', amount: 24_000, interval: { unit: 'year' as const, count: 1 } };
    const both = [...sale.items, { id: 'si_2', price: yearly, quantity: 1 }];
    const first = bill(null, signUp('2026-12-01 10:00', superKiss, { items: both }));
    // 31 of the 365 days of the year that ends on the anchor: 24000 x 31 / 365 = 2038.36.
    expect(first.invoices[0]?.lines.map(({ amount }) => amount)).toEqual([2999, 2038]);
    const { subscription, invoices } = advance(first.subscription, at('2027-07-02 22:00'), () => true);
    expect(invoices.map(({ total }) => total)).toEqual([26_999, 2999, 2999, 2999, 2999, 2999, 2999]);
    // 182.5 of 365 days remain
    const items = [{ id: 'si_2', removed: true as const }];
    const removed = bill(subscription, { type: 'update', at: at('2027-07-02 22:00'), items, prorationBehavior: 'always_invoice' });
    expect(removed.invoices[0]?.total).toBe(-12_000);
  });

  it('can be added and removed in a period, each prorated', () => {
    const added = bill(member(), {
      type: 'update',
      at: at('2026-11-16 10:00'),
      items: [{ id: 'si_2', price: superInterior, quantity: 1 }],
      prorationBehavior: 'always_invoice',
    });
    expect(added.invoices[0]?.lines.map(({ itemId, amount }) => [itemId, amount])).toEqual([['si_2', 2999]]);
    const removed = bill(advance(added.subscription, at('2026-11-21 10:00'), () => true).subscription, {
      type: 'update',
      at: at('2026-11-21 10:00'),
      items: [{ id: 'si_2', removed: true }],
      prorationBehavior: 'create_prorations',
    });
    expect(removed.subscription.items.map(({ id }) => id)).toEqual(['si_1']);
    expect(upcoming(removed.subscription)?.lines.map(({ itemId, amount }) => [itemId, amount])).toEqual([
      ['si_2', -2000],
      ['si_1', 2999],
    ]);
  });

  it('never get back more than they cost, however the credits are sliced', () => {
    const penny = { ...superKiss, id: 'price_penny', amount: 1 };
    const free = { ...superKiss, id: 'price_free', amount: 0 };
    const bought = member(signUp('2026-11-01 10:00', penny));
    const half = bill(bought, change('2026-11-16 10:00', free, 'create_prorations')).subscription;
    const items = [{ id: 'si_1', removed: true as const }];
    const rest = bill(half, { type: 'update', at: at('2026-11-17 10:00'), prorationDate: at('2026-11-01 10:00'), items });
    // each half alone rounds up to a cent; only one was paid
    expect(rest.subscription.debits[0]).toMatchObject({ amount: 1, credited: 1 });
  });

  it('are described as invoices print them', () => {
    const upgraded = bill(member(), change('2026-11-16 10:00', superKissPlus, 'create_prorations'));
    expect(upcoming(upgraded.subscription)?.lines.map(({ description }) => description)).toEqual([
      'Unused time on Super Kiss after 16 Nov 2026',
      'Remaining time on Super Kiss Plus after 16 Nov 2026',
      '1 × Super Kiss Plus (at $44.99 / month)',
    ]);
    const trial = bill(null, signUp('2026-11-21 15:30', superKiss, { trialEnd: at('2026-12-01 10:00') }));
    expect(trial.invoices[0]?.lines[0]?.description).toBe('Free trial for 1 × Super Kiss');
  });
});

describe('money that never comes', () => {
  const never = (): boolean => false;

  it.each([
    ['past_due', 'past_due'],
    ['unpaid', 'unpaid'],
    ['cancel', 'canceled'],
  ] as const)('with the policy "%s" ends as %s', (afterLastRetry, status) => {
    const policy: Policy = { retryAfterSeconds: [86_400], afterLastRetry };
    const { subscription } = advance(member(), at('2026-12-20 00:00'), never, policy);
    expect(subscription).toMatchObject({ status, openInvoices: [{ number: 2, amountDue: 2999, attempts: 2, nextAttempt: null }] });
  });

  it('is not asked for again by later invoices of an unpaid subscription', () => {
    const policy: Policy = { retryAfterSeconds: [], afterLastRetry: 'unpaid' };
    const { subscription } = advance(member(), at('2027-01-02 00:00'), never, policy);
    expect(subscription.openInvoices).toEqual([
      { number: 2, amountDue: 2999, attempts: 1, nextAttempt: null },
      { number: 3, amountDue: 2999, attempts: 0, nextAttempt: null },
    ]);
    const paid = bill(subscription, { type: 'payment', at: at('2027-01-03 00:00'), invoice: 3, succeeded: true });
    expect(paid.subscription.status).toBe('active');
  });

  it('is not asked for again once written off, and can still be paid unless void', () => {
    const { subscription } = advance(member(), at('2026-12-01 12:00'), never);
    const now = at('2026-12-02 09:00');
    const uncollectible = bill(subscription, { type: 'write_off', at: now, invoice: 2, as: 'uncollectible' });
    expect(uncollectible.due).toEqual([{ at: at('2027-01-01 10:00'), what: 'renewal' }]);
    const paid = bill(uncollectible.subscription, { type: 'payment', at: now, invoice: 2, succeeded: true });
    expect(paid.subscription).toMatchObject({ status: 'active', openInvoices: [] });

    const voided = bill(subscription, { type: 'write_off', at: now, invoice: 2, as: 'void' }).subscription;
    expect(refusalOf(voided, { type: 'payment', at: now, invoice: 2, succeeded: true })).toBe('no_such_open_invoice');
  });

  it('stays away when only an older invoice is paid', () => {
    const { subscription } = advance(member(), at('2027-01-01 12:00'), never, {
      retryAfterSeconds: [40 * 86_400],
      afterLastRetry: 'past_due',
    });
    const older = bill(subscription, { type: 'payment', at: at('2027-01-02 00:00'), invoice: 2, succeeded: true });
    expect(older.subscription.status).toBe('past_due');
  });

  it('of a last invoice does not revive what was canceled', () => {
    const upgraded = bill(member(), change('2026-11-16 10:00', superKissPlus, 'create_prorations')).subscription;
    const ended = bill(upgraded, { type: 'cancel', at: at('2026-11-17 10:00'), prorate: false, invoiceNow: true });
    const declined = bill(ended.subscription, { type: 'payment', at: at('2026-11-17 10:00'), invoice: 2, succeeded: false });
    expect(declined.subscription).toMatchObject({ status: 'canceled', openInvoices: [{ number: 2, amountDue: 749, attempts: 1 }] });
  });
});

describe('refused', () => {
  const now = at('2026-11-16 10:00');
  const yearly = { ...superKiss, id: 'price_yearly', interval: { unit: 'year' as const, count: 1 } };
  const ended = bill(member(), { type: 'cancel', at: now, prorate: false, invoiceNow: false }).subscription;
  const items = [{ id: 'si_1', price: superKissPlus, quantity: 1 }];

  it.each<[string, Subscription | null, BillingEvent]>([
    ['no_subscription', null, change('2026-11-16 10:00', superKissPlus, 'none')],
    ['already_exists', member(), sale],
    ['anchor_in_past', null, { ...sale, anchor: sale.at }],
    ['trial_in_past', null, { ...sale, trialEnd: sale.at }],
    ['backdate_in_future', null, { ...sale, backdateStartDate: sale.at + 1 }],
    ['backdated_trial', null, { ...sale, backdateStartDate: sale.at - 1, trialEnd: now }],
    ['subscription_ended', ended, change('2026-11-17 10:00', superKissPlus, 'none')],
    ['subscription_ended', ended, { type: 'cancel', at: now, prorate: true, invoiceNow: true }],
    ['subscription_ended', ended, { type: 'release_schedule', at: now }],
    ['clock_behind', member(), change('2026-12-01 10:00', superKissPlus, 'none')],
    ['nothing_due', member(), renewal('2026-11-30 10:00')],
    ['nothing_due', ended, renewal('2026-12-01 10:00')],
    ['proration_date_outside_period', member(), change('2026-11-16 10:00', superKissPlus, 'none', { prorationDate: sale.at - 1 })],
    ['interval_changed', member(), change('2026-11-16 10:00', yearly, 'none')],
    ['no_such_item', member(), { type: 'update', at: now, items: [{ id: 'si_9', removed: true }] }],
    [
      'phase_in_past',
      member(),
      { type: 'schedule', at: now, phases: [{ start: now, items, prorationBehavior: 'none' }], releasesAt: now + 1 },
    ],
    ['no_such_open_invoice', member(), { type: 'payment', at: now, invoice: 1, succeeded: true }],
  ])('%s', (code, subscription, event) => {
    expect(refusalOf(subscription, event)).toBe(code);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import type { SubscriptionStatus } from '@washdesk/simulators/company/member-model';
import { at } from '../billing/bills/worked-bill.ts';
import type { Subscription } from '../billing/model.ts';
import { frozenStripe } from '../frozen-stripe.ts';
import type { InvoiceStatus } from '../objects/invoice.ts';
import { startStripeSimulator, type StripeSimulator } from '../simulator.ts';

const now = at('2026-11-21 15:30');
const company = makeCompany({ now: new Date(now * 1_000) });
const subscriptionOf = (customer: string): string => company.members.find(({ id }) => id === customer)?.subscription?.id ?? '';

describe('a seeded member', () => {
  const standings: [SubscriptionStatus, InvoiceStatus[]][] = [
    ['active', ['paid']],
    ['trialing', ['paid']],
    ['past_due', ['open']],
    ['incomplete', ['open']],
    ['canceled', ['paid', 'open', 'uncollectible']],
  ];
  it.each(standings)('who is %s has a last invoice that is %j', async (status, expected) => {
    const { stripe } = await frozenStripe({ at: now, company });
    const { data } = await stripe.subscriptions.list({ status, limit: 100, expand: ['data.latest_invoice'] });
    const found = data.map(({ latest_invoice }) => typeof latest_invoice === 'object' && latest_invoice?.status);
    expect(new Set(found)).toEqual(new Set(expected));
  });

  it('was charged what the invoice says', async () => {
    const { stripe } = await frozenStripe({ at: now, company });
    const { data } = await stripe.invoicePayments.list({
      limit: 100,
      expand: ['data.invoice', 'data.payment.payment_intent.latest_charge'],
    });
    expect(data).toHaveLength(100);
    for (const { invoice, payment, amount_requested, status } of data) {
      expect(invoice).toMatchObject({ total: amount_requested, customer: expect.any(String) });
      const paid = status === 'paid';
      expect(payment.payment_intent).toMatchObject({ amount: amount_requested, latest_charge: { amount: amount_requested, paid } });
    }
  });

  it('of a company with its past has paid every month since the sign-up, in part the first', async () => {
    const whole = makeCompany({ now: new Date(now * 1_000), members: 60, monthsBilled: 12 });
    const { stripe } = await frozenStripe({ at: now, company: whole });
    const member = whole.members.find(
      ({ subscription, card }) => subscription?.status === 'active' && card && subscription.created.startsWith('2026-0'),
    )!;
    const { data: invoices } = await stripe.invoices.list({ customer: member.id, limit: 100 });
    const signedUp = new Date(member.subscription!.created);
    expect(invoices).toHaveLength(11 - signedUp.getUTCMonth());
    expect(invoices.map(({ number }) => number?.slice(-4))).toEqual(invoices.map((_, index) => `000${invoices.length - index}`.slice(-4)));
    expect(invoices.at(-1)).toMatchObject({ billing_reason: 'subscription_create', created: Math.floor(signedUp.getTime() / 1_000) });
    const { data: charges } = await stripe.charges.list({ customer: member.id, limit: 100 });
    const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
    const ofPlan = charges.filter(({ description, paid }) => description === 'Subscription update' && paid);
    expect(sum(ofPlan.map(({ amount_captured }) => amount_captured))).toBe(sum(invoices.map(({ amount_paid }) => amount_paid)));
    expect(sum(invoices.map(({ amount_paid }) => amount_paid))).toBeGreaterThan(invoices[0]!.amount_paid * (invoices.length - 1));
  });

  it('who is past due pays at the next attempt, once the card is another', async () => {
    const { stripe, sandbox } = await frozenStripe({ at: now, company });
    const { customer } = company.edgeCases.pastDue;
    const id = subscriptionOf(customer);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.subscriptions.update(id, { default_payment_method: card.id });
    sandbox.moveClock(now + 2 * 86_400);
    const { status, latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(status).toBe('active');
    expect(latest_invoice).toMatchObject({ status: 'paid', attempt_count: 3 });
  });

  it('is upgraded for what the preview says', async () => {
    const { stripe } = await frozenStripe({ at: now, company });
    const id = subscriptionOf(company.edgeCases.ordinary.customer);
    const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
    const items = [{ id: item?.id ?? '', price: 'price_SuperKissPlus_12' }];
    const change = { items, proration_behavior: 'always_invoice' as const, proration_date: now };
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: change });
    const { latest_invoice } = await stripe.subscriptions.update(id, { ...change, expand: ['latest_invoice'] });
    expect(latest_invoice).toMatchObject({ status: 'paid', amount_due: preview.amount_due, total: preview.total });
    expect(preview.amount_due).toBeGreaterThan(0);
  });
});

function withTax({ items: [item], taxRates: [rate], customer }: Subscription): number {
  const amount = item?.price.amount ?? 0;
  return amount + (rate && !customer.taxExempt ? Math.round((amount * rate.percentage) / 100) : 0);
}

it('the whole company renews in one move of the clock, each at the price of the plan and its tax', async () => {
  const { store, sandbox } = await frozenStripe({ at: now, company });
  sandbox.moveClock(at('2026-12-01 09:59:59'));
  const renewing = store
    .list('subscription')
    .filter(({ billing }) => billing.endedAt === null && !billing.cancelAtPeriodEnd)
    .map(({ id, billing }) => `${id} ${withTax(billing)}`);
  expect(renewing.length).toBeGreaterThan(1500);
  sandbox.moveClock(at('2026-12-01 12:00'));
  const renewed = store.list('invoice').filter(({ created }) => created === at('2026-12-01 10:00'));
  expect(renewed.map(({ bills, total }) => `${bills?.subscription} ${total}`).toSorted()).toEqual(renewing.toSorted());
});

describe('after a restart', () => {
  const sdkFor = ({ port }: StripeSimulator): Stripe =>
    new Stripe('sk_test_restart', { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });

  it('a subscription continues where it was', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stripe-billing-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const small = makeCompany({ now: new Date(), members: 40 });
    const options = { company: small, stateFile: join(folder, 'state.jsonl') };

    const first = await startStripeSimulator(options);
    const customer = small.edgeCases.noPlan.customer;
    const card = await sdkFor(first).paymentMethods.attach('pm_card_visa', { customer });
    const { id, items } = await sdkFor(first).subscriptions.create({
      customer,
      items: [{ price: 'price_SuperKiss_12' }],
      default_payment_method: card.id,
      billing_cycle_anchor_config: { day_of_month: 1, hour: 10, minute: 0, second: 0 },
    });
    await first.stop();

    const second = await startStripeSimulator(options);
    onTestFinished(() => second.stop());
    const periodEnd = items.data[0]?.current_period_end ?? 0;
    second.moveClock(new Date((periodEnd + 2 * 3600) * 1_000));
    const { latest_invoice } = await sdkFor(second).subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(latest_invoice).toMatchObject({ status: 'paid', total: 2999, created: periodEnd });
  });
});

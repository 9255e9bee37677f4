import { beforeAll, describe, expect, it } from 'vitest';
import { CardDeclined, PaymentsRefused, type StartTerms } from '../../ports/payments.ts';
import { openTestAccount, type TestAccount } from './account.fixture.ts';

const second = (iso: string): number => Date.parse(iso) / 1_000;
/** 16 of December's 31 days are left */
const from = second('2026-12-16T10:00:00Z');
const anchor = second('2027-01-01T10:00:00Z');
const monthStart = second('2026-12-01T10:00:00Z');
const lastMonthStart = second('2026-11-01T10:00:00Z');

let account: TestAccount;
let plan: { product: string; cheap: string; dear: string };

beforeAll(async () => {
  account = await openTestAccount();
  account.stripe.moveClock(new Date(from * 1_000));
  const product = account.company.products[0]!.id;
  const price = async (amount: number) => {
    const wanted = { product, amount, nickname: `Plan ${amount}`, metadata: {} };
    return (await account.payments.createPrice(account.step('price'), wanted)).id;
  };
  plan = { product, cheap: await price(2_999), dear: await price(4_499) };
  return () => account.stop();
});

const terms = (change: Partial<StartTerms> = {}): StartTerms => ({
  price: plan.cheap,
  from,
  anchor,
  first: { kind: 'prorated' },
  taxRates: [],
  ...change,
});

async function customerWith(token: string): Promise<{ customer: string; card: string }> {
  const customer = await account.payments.createCustomer(account.step('customer'), { name: 'Ada' });
  const card = await account.payments.attachPaymentMethod(account.step('attach'), token, customer.id);
  return { customer: customer.id, card: card.id };
}

async function member(token = 'pm_card_visa', start = terms()) {
  const held = await customerWith(token);
  const wanted = { customer: held.customer, paymentMethod: held.card, start, metadata: { site: '7' } };
  return { ...held, subscription: await account.payments.startSubscription(account.step('subscribe'), wanted) };
}

const invoiceOf = async (id: string | null | undefined) => (await account.payments.fetch('invoice', id!, 'interactive'))!;

describe('a start', () => {
  it('costs what its preview said, to the cent, also when the clock has moved between', async () => {
    const { customer, card } = await customerWith('pm_card_visa');
    const preview = await account.payments.preview({ kind: 'start', customer, start: terms() });
    // 2999 × 16 / 31 = 1547.87
    expect(preview).toMatchObject({ subtotal: 1_548, tax: 0, total: 1_548, amount_due: 1_548 });
    account.stripe.moveClock(new Date(account.stripe.clock.now() * 1_000 + 600_000));
    const wanted = { customer, paymentMethod: card, start: terms(), metadata: {} };
    const subscription = await account.payments.startSubscription(account.step('subscribe'), wanted);
    expect(subscription).toMatchObject({ status: 'active', default_payment_method: card, billing_cycle_anchor: anchor });
    expect(subscription.items.data[0]).toMatchObject({ current_period_end: anchor });
    const invoice = await invoiceOf(subscription.latest_invoice);
    expect(invoice).toMatchObject({ total: 1_548, amount_paid: 1_548, status: 'paid' });
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatch(/^pi_/);
    expect(await account.payments.listOf('invoice', customer, 'background')).toEqual([invoice]);
    expect(await account.payments.findByOperation('subscription', { customer }, subscription.metadata['operation']!)).toEqual(
      await account.payments.fetch('subscription', subscription.id, 'background'),
    );
  });

  const starts: [string, Partial<StartTerms>, number, string][] = [
    ['the whole price where it is not prorated', { first: { kind: 'fullMonth', monthStart } }, 2_999, 'active'],
    ['nothing where the month is free', { first: { kind: 'free' } }, 0, 'trialing'],
  ];
  it.each(starts)('costs %s', async (_name, change, amount, status) => {
    const start = terms(change);
    const { subscription, customer } = await member('pm_card_visa', start);
    expect(subscription.status).toBe(status);
    expect((await invoiceOf(subscription.latest_invoice)).total).toBe(amount);
    expect((await account.payments.preview({ kind: 'start', customer, start })).total).toBe(amount);
  });

  it('charges last month with a line of its own', async () => {
    const start = terms({ lastMonth: { product: plan.product, amount: 2_999, start: lastMonthStart, end: monthStart } });
    const { subscription } = await member('pm_card_visa', start);
    const invoice = await invoiceOf(subscription.latest_invoice);
    expect(invoice.total).toBe(2_999 + 1_548);
    expect(invoice.lines.data.map(({ period }) => period)).toContainEqual({ start: lastMonthStart, end: monthStart });
    const preview = await account.payments.preview({ kind: 'start', customer: null, start });
    expect(preview.total).toBe(invoice.total);
    expect(preview.lines).toHaveLength(2);
  });

  it('adds the site’s taxes, but not for a tax-exempt customer', async () => {
    const rate = await account.outside.taxRates.create({ display_name: 'Sales tax', percentage: 10, inclusive: false });
    const start = terms({ first: { kind: 'fullMonth', monthStart }, taxRates: [rate.id] });
    const taxed = await account.payments.preview({ kind: 'start', customer: null, start });
    expect(taxed).toMatchObject({ subtotal: 2_999, tax: 300, total: 3_299 });
    const exempt = await account.payments.preview({ kind: 'start', customer: null, taxExempt: true, start });
    expect(exempt).toMatchObject({ subtotal: 2_999, tax: 0, total: 2_999 });
    const { subscription } = await member('pm_card_visa', start);
    expect((await invoiceOf(subscription.latest_invoice)).total).toBe(3_299);
  });

  it('waits for a Stripe whose clock is a little behind', async () => {
    const ahead = Math.floor(account.stripe.clock.now()) + 2;
    const { subscription } = await member('pm_card_visa', terms({ from: ahead }));
    expect(subscription.status).toBe('active');
  });

  it('whose card declines is incomplete; the same invoice takes another card', async () => {
    const { subscription, customer, card } = await member('pm_card_chargeCustomerFail');
    expect(subscription.status).toBe('incomplete');
    const invoice = subscription.latest_invoice!;
    const declined = await account.payments.payInvoice(account.step('pay'), invoice, card).catch((error: unknown) => error);
    expect(declined).toBeInstanceOf(CardDeclined);
    expect(declined).toMatchObject({ decline: { code: 'card_declined', outcome: { type: 'issuer_declined' } } });
    const good = await account.payments.attachPaymentMethod(account.step('attach'), 'pm_card_mastercard', customer);
    const paid = await account.payments.payInvoice(account.step('pay'), invoice, good.id);
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 1_548 });
    expect(paid.payments?.data.length).toBeGreaterThan(0);
    expect(await account.payments.fetch('subscription', subscription.id, 'interactive')).toMatchObject({ status: 'active' });
  });
});

describe('a change of the price', () => {
  it('costs what its preview of that second said', async () => {
    const { subscription } = await member();
    const change = { item: subscription.items.data[0]!.id!, price: plan.dear, prorate: 'always_invoice', prorationDate: from } as const;
    const preview = await account.payments.preview({ kind: 'change', subscription: subscription.id, change });
    account.stripe.moveClock(new Date(account.stripe.clock.now() * 1_000 + 600_000));
    const changed = await account.payments.changeSubscription(account.step('upgrade'), subscription.id, { priceChange: change });
    expect(changed.items.data[0]?.price.id).toBe(plan.dear);
    const invoice = await invoiceOf(changed.latest_invoice);
    expect(invoice).toMatchObject({ total: preview.total, status: 'paid' });
    // (4499 - 2999) × 16 / 31 = 774.19, each line rounded separately
    expect(preview.total).toBe(2_322 - 1_548);
  });

  it('that cannot be paid leaves all as it was', async () => {
    const { subscription, customer } = await member();
    const bad = await account.payments.attachPaymentMethod(account.step('attach'), 'pm_card_chargeCustomerFail', customer);
    await account.payments.changeSubscription(account.step('default'), subscription.id, { defaultPaymentMethod: bad.id });
    const before = await account.payments.fetch('subscription', subscription.id, 'interactive');
    const change = { item: subscription.items.data[0]!.id!, price: plan.dear, prorate: 'always_invoice', prorationDate: from } as const;
    const declined = account.payments.changeSubscription(account.step('upgrade'), subscription.id, { priceChange: change });
    await expect(declined).rejects.toBeInstanceOf(CardDeclined);
    expect(await account.payments.fetch('subscription', subscription.id, 'interactive')).toEqual(before);
  });

  it('without proration is for the next month only', async () => {
    const { subscription } = await member();
    const change = { item: subscription.items.data[0]!.id!, price: plan.dear, prorate: 'none' } as const;
    const changed = await account.payments.changeSubscription(account.step('later'), subscription.id, { priceChange: change });
    expect(changed.latest_invoice).toBe(subscription.latest_invoice);
    expect((await account.payments.preview({ kind: 'next', subscription: subscription.id })).total).toBe(4_499);
  });
});

describe('the rest of a membership', () => {
  it('is discontinued and taken up again; taxes and metadata change beside it', async () => {
    const rate = await account.outside.taxRates.create({ display_name: 'Sales tax', percentage: 5, inclusive: false });
    const { subscription } = await member();
    const going = await account.payments.changeSubscription(account.step('discontinue'), subscription.id, {
      cancelAtPeriodEnd: true,
      comment: 'Moved away',
      metadata: { reason: 'moved', site: '' },
      taxRates: [rate.id],
    });
    expect(going).toMatchObject({ cancel_at_period_end: true, cancellation_details: { comment: 'Moved away' } });
    expect(going.metadata).toMatchObject({ reason: 'moved' });
    expect(going.metadata).not.toHaveProperty('site');
    expect(going.default_tax_rates?.map(({ id }) => id)).toEqual([rate.id]);
    const staying = { cancelAtPeriodEnd: false, taxRates: [] };
    const kept = await account.payments.changeSubscription(account.step('reinstate'), subscription.id, staying);
    expect(kept.cancel_at_period_end).toBe(false);
    expect(kept.default_tax_rates ?? []).toEqual([]);
  });

  it('ends once, without a credit', async () => {
    const { subscription } = await member();
    const ended = await account.payments.cancelSubscription(account.step('end'), subscription.id, 'No longer wanted');
    expect(ended).toMatchObject({ status: 'canceled', latest_invoice: subscription.latest_invoice });
    expect(ended.cancellation_details?.comment).toBe('No longer wanted');
    expect(await account.payments.cancelSubscription(account.step('end'), subscription.id, 'Again')).toEqual(ended);
    await expect(account.payments.cancelSubscription(account.step('end'), 'sub_nobody', 'x')).rejects.toThrow(PaymentsRefused);
  });

  it('costs more from a later 1st on, and the schedule is let go of once', async () => {
    const { subscription, customer } = await member();
    const startsAt = second('2027-02-01T10:00:00Z');
    const step = account.step('increase');
    const wanted = { subscription: subscription.id, price: plan.dear, startsAt, metadata: { by: '7' } };
    const schedule = await account.payments.scheduleIncrease(step, wanted);
    expect(schedule).toMatchObject({ status: 'active', subscription: subscription.id, metadata: { by: '7', operation: step.operation } });
    expect(schedule.phases.map(({ items, start_date }) => [items[0]?.price, start_date])).toEqual([
      [plan.cheap, schedule.phases[0]!.start_date],
      [plan.dear, startsAt],
    ]);
    expect(await account.payments.scheduleIncrease(step, wanted)).toEqual(schedule);
    expect(await account.payments.findByOperation('schedule', { customer }, step.operation)).toEqual(schedule);
    const released = await account.payments.releaseSchedule(account.step('release'), schedule.id);
    expect(released.status).toBe('released');
    expect(await account.payments.releaseSchedule(account.step('release'), schedule.id)).toEqual(released);
  });

  it('costs more from a later 1st on, even if an earlier call died when the schedule was created and still empty', async () => {
    const { subscription } = await member();
    const { id } = await account.outside.subscriptionSchedules.create({ from_subscription: subscription.id });
    const wanted = { subscription: subscription.id, price: plan.dear, startsAt: second('2027-02-01T10:00:00Z'), metadata: {} };
    const schedule = await account.payments.scheduleIncrease(account.step('increase'), wanted);
    expect(schedule).toMatchObject({ id, status: 'active', phases: [{}, { items: [{ price: plan.dear }] }] });
    await expect(account.payments.scheduleIncrease(account.step('increase'), wanted)).rejects.toThrow(PaymentsRefused);
  });

  it('marks an invoice uncollectible', async () => {
    const { subscription } = await member('pm_card_chargeCustomerFail');
    const invoice = await account.payments.markUncollectible(account.step('write-off'), subscription.latest_invoice!);
    expect(invoice.status).toBe('uncollectible');
    expect(invoice.payments).toBeDefined();
  });
});

describe('an online sign-up', () => {
  it('waits on a page of Stripe', async () => {
    const checkout = await account.payments.startCheckout(account.step('checkout'), {
      price: plan.cheap,
      customer: { email: 'ada@example.test' },
      anchorDay: { dayOfMonth: 1, hour: 10 },
      taxRates: [],
      subscriptionMetadata: { incomplete: 'true' },
      customerMetadata: { CustomerCode: 'ABC1-IL' },
      successUrl: 'https://desk.washdesk.test/done?session={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://desk.washdesk.test/',
    });
    expect(checkout).toMatchObject({ status: 'open', payment_status: 'unpaid', customer: null, subscription: null });
    expect(checkout.url).toMatch(/^http/);
    expect(checkout.metadata).toMatchObject({ CustomerCode: 'ABC1-IL' });
    expect(await account.payments.checkout(checkout.id)).toEqual(checkout);
    expect(await account.payments.checkout('cs_test_nobody')).toBeNull();
  });
});

describe('an increase that comes into force', () => {
  it('leaves taxes and a free month as they were', async () => {
    const rate = await account.outside.taxRates.create({ display_name: 'Sales tax', percentage: 10, inclusive: false });
    const { subscription, customer } = await member('pm_card_visa', terms({ first: { kind: 'free' }, taxRates: [rate.id] }));
    const startsAt = second('2027-02-01T10:00:00Z');
    const wanted = { subscription: subscription.id, price: plan.dear, startsAt, metadata: {} };
    await account.payments.scheduleIncrease(account.step('increase'), wanted);
    account.stripe.moveClock(new Date((startsAt + 7_200) * 1_000));
    const invoices = await account.payments.listOf('invoice', customer, 'background');
    // 4499 and 2999, each plus a tenth in tax, and the free month
    expect(invoices.map(({ total, status }) => [total, status])).toEqual([
      [4_949, 'paid'],
      [3_299, 'paid'],
      [0, 'paid'],
    ]);
  });
});

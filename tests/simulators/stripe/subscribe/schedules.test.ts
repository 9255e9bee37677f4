import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';
import { idOf } from '../stand-in.fixture.ts';

const now = at('2026-11-21 15:30');
const january = at('2027-01-01 10:00');
const company = makeCompany({ now: new Date(now * 1_000), members: 60 });
const subscriptionOf = (customer: string): string => company.members.find(({ id }) => id === customer)?.subscription?.id ?? '';

let sandbox: FrozenStripe;
let stripe: Stripe;

beforeEach(async () => {
  sandbox = await frozenStripe({ at: now, company });
  stripe = sandbox.stripe;
});

const moveTo = (moment: string): void => sandbox.sandbox.moveClock(at(moment));

/** Schedules an increase as the product does: the current phase unchanged, then a month of the increased price. */
async function scheduleIncrease(subscription: string): Promise<Stripe.SubscriptionSchedule> {
  const created = await stripe.subscriptionSchedules.create({ from_subscription: subscription });
  const [current] = created.phases;
  const price = idOf(current?.items[0]?.price);
  return stripe.subscriptionSchedules.update(created.id, {
    end_behavior: 'release',
    metadata: { operation: '0190' },
    phases: [
      { items: [{ price, quantity: 1 }], start_date: current?.start_date, end_date: january, proration_behavior: 'none' },
      {
        items: [{ price: `${price}_next` }],
        start_date: january,
        duration: { interval: 'month', interval_count: 1 },
        proration_behavior: 'none',
        metadata: { increased: 'yes' },
      },
    ],
  });
}

const ordinary = subscriptionOf(company.edgeCases.ordinary.customer);

async function standing(id: string) {
  const { status, schedule, items, metadata } = await stripe.subscriptions.retrieve(id);
  return { status, schedule, price: items.data[0]?.price.id, metadata };
}

describe('a schedule', () => {
  it('begins as the subscription’s current period, which ends it', async () => {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: ordinary });
    const period = { start_date: at('2026-11-01 10:00'), end_date: at('2026-12-01 10:00') };
    expect(schedule).toMatchObject({ status: 'active', current_phase: period, phases: [period], end_behavior: 'release' });
    expect((await standing(ordinary)).schedule).toBe(schedule.id);
    await expect(stripe.subscriptionSchedules.create({ from_subscription: ordinary })).rejects.toMatchObject({
      param: 'from_subscription',
    });
    moveTo('2026-12-01 10:00');
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      subscription: null,
      released_subscription: ordinary,
    });
    expect((await standing(ordinary)).schedule).toBeNull();
  });

  it('increases the price when its phase comes, and leaves it there when released', async () => {
    const { id, phases } = await scheduleIncrease(ordinary);
    expect(phases[1]).toMatchObject({ start_date: january, end_date: at('2027-02-01 10:00') });
    moveTo('2026-12-31 10:00');
    expect(await standing(ordinary)).toMatchObject({ schedule: id, price: 'price_SuperKiss_12' });
    moveTo('2027-01-01 11:00');
    const increased = { status: 'active', price: 'price_SuperKiss_12_next', metadata: { increased: 'yes' } };
    expect(await standing(ordinary)).toMatchObject({ ...increased, schedule: id });
    expect(await stripe.subscriptionSchedules.retrieve(id)).toMatchObject({
      current_phase: { start_date: january },
      metadata: { operation: '0190' },
    });
    const [renewal] = (await stripe.invoices.list({ subscription: ordinary, limit: 1 })).data;
    expect(renewal).toMatchObject({ status: 'paid', total: 3299, lines: { data: [{ amount: 3299 }] } });
    moveTo('2027-02-01 10:00');
    expect(await standing(ordinary)).toMatchObject({ ...increased, schedule: null });
  });

  it('released in time increases nothing, and can be made again', async () => {
    const { id } = await scheduleIncrease(ordinary);
    expect(await stripe.subscriptionSchedules.release(id)).toMatchObject({ status: 'released', released_subscription: ordinary });
    await expect(stripe.subscriptionSchedules.release(id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await scheduleIncrease(ordinary)).status).toBe('active');
  });

  it('canceled ends its subscription', async () => {
    const { id } = await scheduleIncrease(ordinary);
    expect(await stripe.subscriptionSchedules.cancel(id, { prorate: false, invoice_now: false })).toMatchObject({ status: 'canceled' });
    expect((await standing(ordinary)).status).toBe('canceled');
  });

  it('lets items be changed, but not how it ends', async () => {
    const { id } = await scheduleIncrease(ordinary);
    const discontinue = stripe.subscriptions.update(ordinary, { cancel_at_period_end: true });
    await expect(discontinue).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`managed by the subscription schedule \`${id}\``),
    });
    const { items } = await stripe.subscriptions.retrieve(ordinary);
    const change = { id: items.data[0]?.id ?? '', price: 'price_SuperKissPlus_12' };
    await stripe.subscriptions.update(ordinary, { items: [change], proration_behavior: 'none' });
    expect((await standing(ordinary)).price).toBe('price_SuperKissPlus_12');
    moveTo('2027-01-01 11:00');
    expect((await standing(ordinary)).price).toBe('price_SuperKiss_12_next');
  });

  it('is previewed with the renewal that it changes', async () => {
    await scheduleIncrease(ordinary);
    moveTo('2026-12-20 10:00');
    expect(await stripe.invoices.createPreview({ subscription: ordinary })).toMatchObject({ amount_due: 3299, billing_reason: 'upcoming' });
  });

  const badPhases: [string, (start: number) => Stripe.SubscriptionScheduleUpdateParams.Phase[], string][] = [
    ['a gap', (start) => [phase({ start_date: start, end_date: now + 60 }), phase({ start_date: january })], 'phases[1][start_date]'],
    ['another beginning', (start) => [phase({ start_date: start - 60, end_date: january })], 'phases[0][start_date]'],
    [
      'an end and a duration',
      (start) => [phase({ start_date: start, end_date: january, duration: { interval: 'month' } })],
      'phases[0][duration]',
    ],
    ['the past alone', (start) => [phase({ start_date: start, end_date: start + 60 })], 'phases'],
  ];
  it.each(badPhases)('refuses phases with %s', async (_, phases, param) => {
    const { id, current_phase } = await stripe.subscriptionSchedules.create({ from_subscription: ordinary });
    const update = stripe.subscriptionSchedules.update(id, { phases: phases(current_phase?.start_date ?? 0) });
    await expect(update).rejects.toMatchObject({ statusCode: 400, param });
  });
});

function phase(more: Partial<Stripe.SubscriptionScheduleUpdateParams.Phase>): Stripe.SubscriptionScheduleUpdateParams.Phase {
  return { items: [{ price: 'price_SuperKiss_12' }], ...more };
}

describe('a seeded price increase', () => {
  it('comes by the clock, and is released a month later', async () => {
    const id = subscriptionOf(company.edgeCases.priceIncrease.customer);
    const schedule = idOf((await standing(id)).schedule);
    moveTo('2027-01-01 11:00');
    expect(await standing(id)).toMatchObject({ price: 'price_SuperKiss_12_next', schedule });
    moveTo('2027-02-01 11:00');
    expect(await standing(id)).toMatchObject({ price: 'price_SuperKiss_12_next', schedule: null });
  });
});

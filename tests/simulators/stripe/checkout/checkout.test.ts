import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { company, startStandIn, type TestStandIn } from '../stand-in.fixture.ts';
import { submitPage } from './submit-page.fixture.ts';

const price = company.prices[0]!;
const good = '4242424242424242';

const wanted: Stripe.Checkout.SessionCreateParams = {
  mode: 'subscription',
  ui_mode: 'hosted_page',
  line_items: [{ price: price.id, quantity: 1 }],
  subscription_data: {
    billing_cycle_anchor_config: { day_of_month: 1, hour: 10, minute: 0, second: 0 },
    metadata: { incomplete: 'true' },
  },
  client_reference_id: 'ABC1234-IL',
  customer_email: 'zoe@washdesk.test',
  success_url: 'https://desk.washdesk.test/online/done?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://desk.washdesk.test/online',
};

function submit(session: Stripe.Checkout.Session, number: string): Promise<Response> {
  return submitPage(session.url!, { email: 'zoe@washdesk.test', name: 'Zoë Müller', number, postal: '60601' });
}

const eventsOf = async ({ stripe }: TestStandIn, type: string): Promise<Stripe.Event[]> => (await stripe.events.list({ type })).data;

describe('a subscription sold online', () => {
  it('is paid on the hosted page', async () => {
    const standIn = await startStandIn();
    const { stripe } = standIn;
    const session = await stripe.checkout.sessions.create(wanted);
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null, customer: null });
    expect(session.amount_total).toBeGreaterThan(0);
    expect(session.amount_total).toBeLessThan(price.unitAmount);
    expect(await (await fetch(session.url!)).text()).toContain('Total due today');

    const paid = await submit(session, good);
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `https://desk.washdesk.test/online/done?session=${session.id}`]);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'customer', 'invoice', 'line_items'] });
    const anchor = Date.parse('2026-12-01T10:00:00Z') / 1_000;
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'zoe@washdesk.test', name: 'Zoë Müller' },
      customer: { email: 'zoe@washdesk.test', name: 'Zoë Müller' },
      subscription: { status: 'active', billing_cycle_anchor: anchor, metadata: { incomplete: 'true' } },
      line_items: { data: [{ price: { id: price.id }, quantity: 1, amount_total: price.unitAmount }] },
    });
    expect((done.invoice as Stripe.Invoice).amount_paid).toBe(done.amount_total);
    expect(await eventsOf(standIn, 'checkout.session.completed')).toMatchObject([{ data: { object: { id: session.id } } }]);
    expect((await submit(session, good)).status).toBe(400);
  });

  it('leaves nothing behind when the card is declined, and can be tried again', async () => {
    const { stripe } = await startStandIn();
    const session = await stripe.checkout.sessions.create(wanted);
    const known = async (): Promise<number> => (await stripe.customers.list({ email: 'zoe@washdesk.test' })).data.length;
    for (const number of ['4000000000009995', '4000000000000341', '1234']) {
      const refused = await submit(session, number);
      expect(await refused.text()).toContain('role="alert"');
    }
    expect(await known()).toBe(0);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await submit(session, good)).status).toBe(303);
    expect(await known()).toBe(1);
  });

  it('goes to a customer who is there already', async () => {
    const { stripe } = await startStandIn();
    const { customer_email: _none, ...rest } = wanted;
    const session = await stripe.checkout.sessions.create({ ...rest, customer: company.edgeCases.noPlan.customer });
    await submit(session, good);
    expect((await stripe.subscriptions.list({ customer: company.edgeCases.noPlan.customer })).data).toMatchObject([{ status: 'active' }]);
  });

  it('is free until the trial ends', async () => {
    const { stripe } = await startStandIn();
    const trial_end = Date.parse('2026-12-01T10:00:00Z') / 1_000;
    const session = await stripe.checkout.sessions.create({ ...wanted, subscription_data: { trial_end } });
    expect(session.amount_total).toBe(0);
    await submit(session, good);
    expect(await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })).toMatchObject({
      payment_status: 'no_payment_required',
      subscription: { status: 'trialing', trial_end },
    });
  });
});

describe('a session', () => {
  it('expires after a day, or when told to', async () => {
    const standIn = await startStandIn();
    const { stripe, simulator } = standIn;
    const [first, second] = [await stripe.checkout.sessions.create(wanted), await stripe.checkout.sessions.create(wanted)];
    expect(await stripe.checkout.sessions.expire(second.id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(second.id)).rejects.toMatchObject({ statusCode: 400 });
    simulator.moveClock(new Date((first.expires_at + 1) * 1_000));
    expect(await stripe.checkout.sessions.retrieve(first.id)).toMatchObject({ status: 'expired' });
    expect(await eventsOf(standIn, 'checkout.session.expired')).toHaveLength(2);
    expect((await stripe.checkout.sessions.list({ status: 'open' })).data).toEqual([]);
    expect((await stripe.checkout.sessions.listLineItems(first.id)).data).toMatchObject([{ quantity: 1 }]);
  });

  it('of mode setup keeps a card', async () => {
    const { stripe } = await startStandIn();
    const customer = company.edgeCases.noPlan.customer;
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer,
      success_url: 'https://desk.washdesk.test/done',
    });
    expect((await submit(session, good)).status).toBe(303);
    expect(await stripe.setupIntents.retrieve(session.setup_intent as string)).toMatchObject({ status: 'succeeded' });
    expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data.map(({ card }) => card?.exp_year)).toContain(2034);
  });

  it('of mode setup reports a declined card by its set-up, and stays open', async () => {
    const standIn = await startStandIn();
    const { stripe } = standIn;
    const customer = company.edgeCases.noPlan.customer;
    const metadata = { operation: 'operation-1' };
    const form = {
      mode: 'setup',
      currency: 'usd',
      customer,
      setup_intent_data: { metadata },
      success_url: 'https://desk.washdesk.test/done',
    } as const;
    const session = await stripe.checkout.sessions.create(form);
    expect((await submit(session, '4000000000000002')).status).toBe(402);
    const failed = {
      id: session.setup_intent,
      customer,
      metadata,
      last_setup_error: { code: 'card_declined' },
      status: 'requires_payment_method',
    };
    expect(await eventsOf(standIn, 'setup_intent.setup_failed')).toMatchObject([{ data: { object: failed } }]);
    expect(await eventsOf(standIn, 'charge.failed')).toEqual([]);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
    expect((await submit(session, good)).status).toBe(303);
  });

  const refused: [string, object][] = [
    ['the old word for a hosted page', { ui_mode: 'hosted' }],
    ['a parameter of an older version', { payment_method_types: ['card'] }],
    ['both a customer and an e-mail address', { customer: company.edgeCases.noPlan.customer }],
    ['no success_url', { success_url: undefined }],
    ['a price that there is not', { line_items: [{ price: 'price_none', quantity: 1 }] }],
  ];
  it.each(refused)('refuses %s', async (_, change) => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.create({ ...wanted, ...change })).rejects.toMatchObject({ statusCode: 400 });
  });
});

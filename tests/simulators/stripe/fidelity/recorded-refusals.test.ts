import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from '../money/stripe.fixture.ts';

/** Recorded errors of real Stripe, with their messages. */
let test: TestStripe;
let stripe: Stripe;
let customer: string;
let card: string;
let price: string;
let charge: string;

beforeAll(async () => {
  test = await startTestStripe();
  stripe = test.stripe;
  ({ customer, card } = await test.customerWith('pm_card_visa'));
  price = (await stripe.prices.list({ limit: 1, type: 'recurring' })).data[0]?.id ?? '';
  charge = (await stripe.charges.list({ limit: 1 })).data[0]?.id ?? '';
  return () => test.simulator.stop();
});

const draft = async () => (await stripe.invoices.create({ customer })).id;
const intent = (more: object = {}) =>
  stripe.paymentIntents.create({ amount: 900, currency: 'usd', allowed_payment_method_types: ['card'], ...more });
const setup = (more: object = {}) => stripe.setupIntents.create({ allowed_payment_method_types: ['card'], ...more });

const refusals: [string, () => Promise<unknown>, object][] = [
  [
    'an unknown customer of a plan',
    () => stripe.subscriptions.create({ customer: 'cus_nobody', items: [{ price }] }),
    { statusCode: 404, param: 'customer' },
  ],
  ['an unknown intent', () => stripe.paymentIntents.retrieve('pi_nobody'), { statusCode: 404, param: 'intent' }],
  [
    'an unknown set-up',
    () => stripe.setupIntents.retrieve('seti_nobody'),
    { param: 'intent', message: "No such setupintent: 'seti_nobody'" },
  ],
  ['an unknown dispute', () => stripe.disputes.retrieve('du_nobody'), { statusCode: 404, param: 'dispute' }],
  ['an unknown refund', () => stripe.refunds.retrieve('re_nobody'), { statusCode: 404, param: 'refund' }],
  ['an unknown invoice', () => stripe.invoices.retrieve('in_nobody'), { statusCode: 404, param: 'invoice' }],
  ['an unknown invoice to pay', () => stripe.invoices.pay('in_nobody'), { statusCode: 404, param: 'id' }],
  [
    'an unknown item',
    () => stripe.subscriptionItems.retrieve('si_nobody'),
    { param: undefined, message: 'Invalid subscription_item id: si_nobody' },
  ],
  ['an amount of nothing', () => intent({ amount: 0 }), { code: 'parameter_invalid_integer', param: 'amount' }],
  ['an amount that is no number', () => intent({ amount: 'abc' }), { code: 'parameter_invalid_integer', message: 'Invalid integer: abc' }],
  ['an amount that is too small', () => intent({ amount: 49 }), { code: 'amount_too_small' }],
  [
    'a refund of nothing',
    () => stripe.refunds.create({ charge, amount: 0 }),
    { message: 'This value must be greater than or equal to 1.' },
  ],
  [
    'the same price twice',
    () => stripe.subscriptions.create({ customer, items: [{ price }, { price }] }),
    { param: 'plan', message: expect.stringContaining('multiple Subscription Items with the same Price') as string },
  ],
  [
    'a trial in the past',
    () => stripe.subscriptions.create({ customer, items: [{ price }], trial_end: 1_700_000_000 }),
    { param: 'trial_end' },
  ],
  [
    'other words on a finalized invoice',
    async () => {
      const { id } = await stripe.invoices.finalizeInvoice(await draft());
      await stripe.invoices.update(id, { metadata: { note: 'taken' } });
      return stripe.invoices.update(id, { description: 'Thank you' });
    },
    { param: 'description', message: "Finalized invoices can't be updated in this way" },
  ],
  [
    'a payment without a card',
    async () => stripe.paymentIntents.confirm((await intent()).id),
    { code: 'payment_intent_unexpected_state', payment_intent: expect.objectContaining({ status: 'requires_payment_method' }) as object },
  ],
  [
    'a payment of a customer without a card',
    async () => stripe.paymentIntents.confirm((await intent({ customer })).id),
    { message: expect.stringContaining('To confirm the PaymentIntent with cus_') as string },
  ],
  [
    'a set-up that was canceled and has no card, for the card',
    async () => stripe.setupIntents.confirm((await stripe.setupIntents.cancel((await setup()).id)).id),
    { code: 'setup_intent_unexpected_state', message: expect.stringContaining('missing a payment method') as string },
  ],
  [
    'a set-up that was canceled already',
    async () => stripe.setupIntents.cancel((await stripe.setupIntents.cancel((await setup()).id)).id),
    { message: 'You cannot cancel this SetupIntent because it is already canceled.' },
  ],
  [
    'a card that declines, where it is attached',
    () => stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer }),
    { statusCode: 402, param: '', network_decline_code: '01' },
  ],
  ['cards of an unknown customer', () => stripe.paymentMethods.list({ customer: 'cus_nobody' }), { statusCode: 400, param: 'customer' }],
  ['what cannot be expanded', () => stripe.charges.retrieve('ch_any', { expand: ['nope'] }), { statusCode: 404 }],
  [
    'what cannot be expanded in a list',
    () => stripe.customers.list({ expand: ['nope'] }),
    { message: "This property cannot be expanded (nope). You may want to try expanding 'data.nope' instead." },
  ],
  [
    'a status of no plan',
    () => stripe.subscriptions.list({ status: 'nope' as 'all' }),
    { message: expect.stringMatching(/^Invalid status: must be one of active, past_due, unpaid, canceled, incomplete/) as string },
  ],
  [
    'a status of no invoice',
    () => stripe.invoices.list({ status: 'nope' as 'paid' }),
    { message: 'Invalid status: must be one of draft, open, void, paid, or uncollectible' },
  ],
  ['an unknown version', () => stripe.customers.list({}, { apiVersion: 'nope' }), { statusCode: 400 }],
];

describe('is refused as recorded:', () => {
  it.each(refusals)('%s', async (_, ask, refusal) => {
    await expect(ask()).rejects.toMatchObject(refusal);
  });
});

it('a set-up is for use off session, whatever was asked for', async () => {
  expect((await setup({ usage: 'on_session' })).usage).toBe('off_session');
});

it('a list of payment methods without a customer is empty', async () => {
  expect((await stripe.paymentMethods.list()).data).toEqual([]);
});

it('a declined payment names the kind of card that was tried', async () => {
  const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const declined = intent({ customer, payment_method: id, confirm: true, off_session: true });
  await expect(declined).rejects.toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    payment_intent: { status: 'requires_payment_method', payment_method: null, last_payment_error: { payment_method_type: 'card' } },
  });
  expect(card).toMatch(/^pm_/);
});

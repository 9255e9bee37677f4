import { test as base, expect, type Page } from '@playwright/test';
import { Stripe } from 'stripe';
import { makeCompany } from '@washdesk/simulators/company/company';
import { recordStripeDrift } from '@washdesk/stripe-simulator/fidelity/recorded-drift.fixture';
import { startStripeSimulator, type StripeSimulator } from '@washdesk/stripe-simulator/simulator';
import { openShop, shopUrl, routeToStripeStandIn } from './support/stripe/stripe-shop.ts';

interface Counter {
  stripe: Stripe;
  /** A page where Stripe's own packages have found their scripts. */
  shop: Page;
  /** The page of the reader beside the shop's page. */
  reader: Page;
}

interface StandIn {
  simulator: StripeSimulator;
}

const company = makeCompany({ now: new Date(), members: 20 });
const customer = company.edgeCases.noPlan.customer;
const beside = company.readers.find(({ online }) => online)!;

const test = base.extend<Counter, StandIn>({
  simulator: [
    async ({ browserName: _any }, use) => {
      const drift = await recordStripeDrift();
      const simulator = await startStripeSimulator({ company });
      await use(simulator);
      await simulator.stop();
      drift.close();
    },
    { scope: 'worker' },
  ],
  stripe: async ({ simulator: { port } }, use) => {
    await use(new Stripe('sk_test_shop', { host: '127.0.0.1', port, protocol: 'http', telemetry: false }));
  },
  shop: async ({ context, stripe, simulator }, use) => {
    const complaints: string[] = [];
    context.on('console', (message) => complaints.push(message.text()));
    context.on('weberror', (error) => complaints.push(error.error().message));
    await openShop(context, stripe);
    await routeToStripeStandIn(context, `http://127.0.0.1:${simulator.port}`);
    const shop = await context.newPage();
    await shop.goto(shopUrl);
    await expect(statuses(shop)).toHaveText('loaded');
    await use(shop);
    expect(complaints).toEqual([]);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
  reader: async ({ context, simulator }, use) => {
    const reader = await context.newPage();
    await reader.goto(`http://127.0.0.1:${simulator.port}/readers/${beside.id}`);
    await expect(display(reader)).toHaveText(/\w/);
    await use(reader);
  },
});

const result = (shop: Page) => shop.getByLabel('Result');
const statuses = (shop: Page) => shop.getByLabel('Statuses');
const display = (reader: Page) => reader.getByRole('status');
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

async function connect(shop: Page): Promise<void> {
  await shop.getByLabel('Id of the reader').fill(beside.id);
  await press(shop, 'Connect');
  await expect(result(shop)).toHaveText('online');
}

async function payment(stripe: Stripe, shop: Page): Promise<string> {
  const { id, client_secret } = await stripe.paymentIntents.create({
    amount: 4_899,
    currency: 'usd',
    allowed_payment_method_types: ['card_present'],
    capture_method: 'manual',
  });
  await shop.getByLabel('Client secret').fill(client_secret!);
  return id;
}

test('a card is typed in: kept, declined, incomplete, or asked for by its bank', async ({ shop, stripe }) => {
  const type = async (number: string, cvc = '123'): Promise<string> => {
    const { id, client_secret } = await stripe.setupIntents.create({ customer, usage: 'off_session' });
    await shop.getByLabel('Client secret').fill(client_secret!);
    await shop.getByLabel('Card number').fill(number);
    await shop.getByLabel('Expiration date').fill('12 / 34');
    await shop.getByLabel('Security code').fill(cvc);
    await shop.getByLabel('ZIP code').fill('60601');
    await press(shop, 'Save card');
    return id;
  };
  const kept = await type('4242 4242 4242 4242');
  await expect(result(shop)).toHaveText('succeeded');
  const intent = await stripe.setupIntents.retrieve(kept, { expand: ['payment_method'] });
  expect(intent.payment_method).toMatchObject({
    customer,
    card: { last4: '4242', exp_year: 2034 },
    billing_details: { name: 'Zoë Müller' },
  });

  await type('4000 0000 0000 0002');
  await expect(result(shop)).toHaveText('card_declined generic_decline');
  await type('4242 4242 4242 4242', '1');
  await expect(result(shop)).toHaveText('incomplete_cvc');

  const asked = await type('4000 0027 6000 3184');
  await press(shop, 'Complete');
  await expect(result(shop)).toHaveText('succeeded');
  expect((await stripe.setupIntents.retrieve(asked)).status).toBe('succeeded');
});

test('a card is tapped at the reader, after one that was declined, and another is kept', async ({ shop, reader, stripe }) => {
  await connect(shop);
  const id = await payment(stripe, shop);
  await press(shop, 'Collect payment');
  await expect(display(reader)).toHaveText(/\$48\.99\s*Insert, tap or swipe/);
  await press(reader, 'Tap a declined card');
  await expect(result(shop)).toHaveText('card_declined generic_decline');
  await expect(display(reader)).toHaveText('Declined');

  await press(shop, 'Collect payment');
  await press(reader, 'Tap the card');
  await expect(result(shop)).toHaveText('requires_capture');
  await expect(display(reader)).toHaveText('Approved');
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture', amount_capturable: 4_899 });

  const intent = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card_present'], usage: 'off_session' });
  await shop.getByLabel('Client secret').fill(intent.client_secret!);
  await press(shop, 'Collect card');
  await reader.getByLabel('Card to tap').selectOption('Mastercard, approved');
  await press(reader, 'Tap the card');
  await expect(result(shop)).toHaveText('succeeded');
  const { latest_attempt } = await stripe.setupIntents.retrieve(intent.id, { expand: ['latest_attempt'] });
  expect(latest_attempt).toMatchObject({ payment_method_details: { card_present: { generated_card: expect.stringMatching(/^pm_/) } } });
});

test('the cashier withdraws, the customer cancels, the reader goes away and comes back', async ({ shop, reader, stripe }) => {
  await connect(shop);
  await payment(stripe, shop);
  await press(shop, 'Collect payment');
  await expect(display(reader)).toContainText('Insert, tap or swipe');
  await press(shop, 'Withdraw');
  await expect(result(shop)).toHaveText('canceled');

  await press(shop, 'Collect payment');
  await press(reader, 'Cancel');
  await expect(result(shop)).toHaveText('canceled');

  await press(shop, 'Collect payment');
  await expect(display(reader)).toContainText('Insert, tap or swipe');
  await press(reader, 'Go offline');
  await expect(result(shop)).toHaveText('network_error');
  await expect(statuses(shop)).toContainText('not_connected lost');
  await press(shop, 'Connect');
  await expect(result(shop)).toHaveText('no_reader');

  await press(reader, 'Go online');
  await expect(display(reader)).toHaveText('Ready');
  await connect(shop);
});

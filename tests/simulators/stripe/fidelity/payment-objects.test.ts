import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from '../money/stripe.fixture.ts';

let test: TestStripe;

beforeAll(async () => {
  test = await startTestStripe();
  await makeOneOfEach();
  return () => test.simulator.stop();
});

let setupIntent: string;
let customer: string;

async function makeOneOfEach(): Promise<void> {
  const { stripe } = test;
  const amount = { amount: 900, currency: 'usd' };
  ({ customer } = await test.customerWith('pm_card_visa'));
  await stripe.paymentMethods.attach('pm_link', { customer });
  const online = { ...amount, allowed_payment_method_types: ['card'], confirm: true };
  const paid = await stripe.paymentIntents.create({ ...online, payment_method: 'pm_card_visa' });
  await stripe.refunds.create({ payment_intent: paid.id });
  await stripe.paymentIntents.create({ ...online, payment_method: 'pm_card_createDispute' });
  await stripe.paymentIntents.create({ ...online, payment_method: 'pm_card_visa', capture_method: 'manual' });
  await stripe.paymentIntents.create({ ...online, payment_method: 'pm_card_authenticationRequired' });
  await stripe.paymentIntents.create({ ...online, payment_method: 'pm_card_visa_chargeDeclined' }).catch(() => undefined);

  const [location] = (await stripe.terminal.locations.list()).data;
  const { id: reader } = await stripe.terminal.readers.create({ registration_code: 'simulated-wpe', location: location?.id ?? '' });
  const present = () => stripe.testHelpers.terminal.readers.presentPaymentMethod(reader);
  const presented = { ...amount, allowed_payment_method_types: ['card_present'] };
  const { id: payment } = await stripe.paymentIntents.create({ ...presented, capture_method: 'manual' });
  await stripe.terminal.readers.processPaymentIntent(reader, { payment_intent: payment });
  await present();
  ({ id: setupIntent } = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card_present'] }));
  await stripe.terminal.readers.processSetupIntent(reader, { setup_intent: setupIntent, allow_redisplay: 'limited' });
  await present();
}

// drift gets a 500 response (see drift.ts)
describe('every object of payments has the shape that the SDK tells', () => {
  const lists: [string, () => string][] = [
    ['payment methods', () => `payment_methods?customer=${customer}`],
    ['payment intents', () => 'payment_intents?limit=100'],
    ['payment intents, expanded', () => 'payment_intents?limit=100&expand[]=data.latest_charge.refunds&expand[]=data.payment_method'],
    ['charges', () => 'charges?limit=100'],
    ['refunds', () => 'refunds?expand[]=data.charge'],
    ['disputes', () => 'disputes?expand[]=data.charge&expand[]=data.payment_intent'],
    ['setup intents', () => 'setup_intents?expand[]=data.latest_attempt.payment_method_details.card_present.generated_card'],
    ['setup attempts', () => `setup_attempts?setup_intent=${setupIntent}`],
    ['readers', () => 'terminal/readers?device_type=simulated_wisepos_e'],
    ['events', () => 'events?limit=100'],
  ];

  it.each(lists)('%s', async (_, query) => {
    const url = `http://127.0.0.1:${test.simulator.port}/v1/${query()}`;
    const response = await fetch(url, { headers: { authorization: 'Bearer sk_test_shapes' } });
    const answer = (await response.json()) as { data?: unknown[] };
    expect(response.status, JSON.stringify(answer)).toBe(200);
    expect(answer.data).not.toEqual([]);
  });

  it('a deleted reader', async () => {
    const [location] = (await test.stripe.terminal.locations.list()).data;
    const { id } = await test.stripe.terminal.readers.create({ registration_code: 'simulated-s700', location: location?.id ?? '' });
    expect(await test.stripe.terminal.readers.del(id)).toMatchObject({ id, deleted: true });
  });
});

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CardDeclined, PaymentsRefused, PaymentsUnavailable, type CustomerFields } from '../../ports/payments.ts';
import { openTestAccount, type TestAccount } from './account.fixture.ts';
import { stripePayments } from './stripe-payments.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await openTestAccount();
  return () => account.stop();
});

const newCustomer = (fields: CustomerFields = { name: 'Ada' }) => account.payments.createCustomer(account.step('customer'), fields);

async function customerWithCard(card = 'pm_card_visa'): Promise<{ customer: string; card: string }> {
  const customer = await newCustomer();
  const method = await account.payments.attachPaymentMethod(account.step('attach'), card, customer.id);
  return { customer: customer.id, card: method.id };
}

async function charged(card = 'pm_card_visa', amount = 2_500) {
  const held = await customerWithCard(card);
  const intent = await account.payments.createPaymentIntent(account.step('pay'), {
    amount,
    customer: held.customer,
    description: 'Recovery',
    metadata: { recovery: 'true' },
    how: { kind: 'card', paymentMethod: held.card },
  });
  return { ...held, intent, charge: intent.latest_charge! };
}

const declineOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CardDeclined);
  return (error as CardDeclined).decline;
};

describe('a step', () => {
  it('is done once however often it is asked for, and writes its operation into what it makes', async () => {
    const step = account.step('customer');
    const first = await account.payments.createCustomer(step, { name: 'Once', metadata: { CustomerCode: 'ABC1-IL' } });
    const again = await account.payments.createCustomer(step, { name: 'Once', metadata: { CustomerCode: 'ABC1-IL' } });
    expect(again).toEqual(first);
    expect(first.metadata).toEqual({ CustomerCode: 'ABC1-IL', operation: step.operation });
    const another = await account.payments.createCustomer({ ...step, attempt: 2 }, { name: 'Once' });
    expect(another.id).not.toBe(first.id);
  });

  it('whose key was used for something else never tells what came of that', async () => {
    const step = account.step('customer');
    await account.payments.createCustomer(step, { name: 'One' });
    const other = account.payments.createCustomer(step, { name: 'Other' });
    await expect(other).rejects.toSatisfy((error) => error instanceof PaymentsUnavailable && error.kept);
  });

  it('that Stripe failed at itself is known as kept, once it is repeated', async () => {
    onTestFinished(() => account.stripe.behave({ serverErrors: 0 }));
    account.stripe.behave({ serverErrors: 1 });
    const step = account.step('customer');
    const failed = () => account.payments.createCustomer(step, { name: 'Unlucky' });
    await expect(failed()).rejects.toThrow(PaymentsUnavailable);
    account.stripe.behave({ serverErrors: 0 });
    await expect(failed()).rejects.toMatchObject({ kept: true });
    await expect(account.payments.createCustomer({ ...step, attempt: 2 }, { name: 'Unlucky' })).resolves.toMatchObject({ name: 'Unlucky' });
  });

  it('whose answer was lost has been done, and its repetition gives what it made', async () => {
    onTestFinished(() => account.stripe.behave({ dropAnswers: 0 }));
    account.stripe.behave({ dropAnswers: 1 });
    const step = account.step('customer');
    await expect(account.payments.createCustomer(step, { name: 'Lost' })).rejects.toThrow(PaymentsUnavailable);
    account.stripe.behave({ dropAnswers: 0 });
    const found = await account.payments.createCustomer(step, { name: 'Lost' });
    const all = await account.outside.customers.list({ limit: 100 });
    expect(all.data.filter(({ name }) => name === 'Lost').map(({ id }) => id)).toEqual([found.id]);
  });
});

describe('an answer', () => {
  it('is what came over the wire: decimals as strings, null where nothing is', async () => {
    const id = account.company.prices[0]!.id;
    const wire = await fetch(`http://127.0.0.1:${account.stripe.port}/v1/prices/${id}`, {
      headers: { authorization: 'Bearer sk_test_wire' },
    });
    expect(await account.payments.fetch('price', id, 'interactive')).toEqual(await wire.json());
  });

  it('to a key that Stripe does not let in is no refusal of what was asked', async () => {
    const address = { host: '127.0.0.1', port: account.stripe.port, protocol: 'http' } as const;
    const stranger = stripePayments({ ...address, secretKey: 'sk_live_stranger', backgroundPerSecond: 60 });
    await expect(stranger.fetch('customer', 'cus_nobody', 'interactive')).rejects.toThrow(PaymentsUnavailable);
  });
});

describe('customers', () => {
  it('are written field by field: null clears, what is left out stays', async () => {
    const { id } = await newCustomer({
      name: 'Grace',
      email: 'grace@example.test',
      phone: '312',
      address: { line1: '1 Main St', city: 'Chicago', postal_code: '60601' },
      metadata: { Tag: '1', Notes: 'x' },
    });
    const changed = await account.payments.updateCustomer(account.step('save'), id, {
      email: null,
      address: { city: 'Skokie' },
      taxExempt: 'exempt',
      metadata: { Notes: '' },
    });
    expect(changed).toMatchObject({ name: 'Grace', email: null, phone: '312', tax_exempt: 'exempt', metadata: { Tag: '1' } });
    expect(changed.metadata).not.toHaveProperty('Notes');
    expect(changed.address?.city).toBe('Skokie');
    const bare = await account.payments.updateCustomer(account.step('save'), id, { address: null, phone: null });
    expect(bare).toMatchObject({ address: null, phone: null, name: 'Grace' });
  });

  it('come in the same form from a write, a fetch and a list, their card as an id', async () => {
    const { customer, card } = await customerWithCard();
    const written = await account.payments.updateCustomer(account.step('default'), customer, { defaultPaymentMethod: card });
    expect(written.invoice_settings?.default_payment_method).toBe(card);
    expect(await account.payments.fetch('customer', customer, 'interactive')).toEqual(written);
    const pages = account.payments.list('customer', () => Promise.resolve());
    for await (const page of pages) {
      expect(page[0]).toEqual(written);
      break;
    }
  });

  it('are deleted once; a deleted one is told from one that never was', async () => {
    const { id } = await newCustomer();
    await account.payments.deleteCustomer(id);
    await account.payments.deleteCustomer(id);
    expect(await account.payments.fetch('customer', id, 'interactive')).toMatchObject({ id, deleted: true });
    expect(await account.payments.fetch('customer', 'cus_nobody', 'background')).toBeNull();
  });
});

describe('lists', () => {
  it('go through every object once, tell before each page, and resume behind an id', async () => {
    const seen: string[] = [];
    let told = 0;
    for await (const page of account.payments.list('subscription', () => {
      told += 1;
      return Promise.resolve();
    }))
      seen.push(...page.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(account.stripe.state().objects['subscription']!);
    expect(told).toBe(Math.ceil(seen.length / 100));
    const rest: string[] = [];
    for await (const page of account.payments.list('subscription', () => Promise.resolve(), seen[9]))
      rest.push(...page.map(({ id }) => id));
    expect(rest).toEqual(seen.slice(10));
  });
});

describe('cards', () => {
  it('are attached, listed and detached; a repeated detach finds it done', async () => {
    const { customer, card } = await customerWithCard();
    const held = await account.payments.paymentMethodsOf(customer, 'interactive');
    expect(held).toEqual([await account.payments.fetch('payment_method', card, 'interactive')]);
    await account.payments.detachPaymentMethod(account.step('detach'), card);
    const again = await account.payments.detachPaymentMethod(account.step('detach'), card);
    expect(again).toMatchObject({ id: card, customer: null });
  });

  it('that the bank refuses at once are declined with its code', async () => {
    const { id } = await newCustomer();
    const decline = await declineOf(
      account.payments.attachPaymentMethod(account.step('attach'), 'pm_card_visa_chargeDeclinedInsufficientFunds', id),
    );
    expect(decline).toMatchObject({ code: 'card_declined', declineCode: 'insufficient_funds', outcome: null });
  });

  it('read by a reader give the card that can be charged later', async () => {
    const { id: customer } = await newCustomer();
    const wanted = await account.payments.createSetupIntent(account.step('setup'), { customer, reader: true });
    expect(wanted).toMatchObject({ customer, status: 'requires_payment_method', generated_card: null });
    const reader = (await account.payments.readers(undefined)).find(({ status }) => status === 'online')!;
    await account.outside.terminal.readers.processSetupIntent(reader.id, { setup_intent: wanted.id, allow_redisplay: 'always' });
    await account.outside.testHelpers.terminal.readers.presentPaymentMethod(reader.id);
    const done = await account.payments.setupIntent(wanted.id);
    expect(done?.status).toBe('succeeded');
    const card = await account.payments.fetch('payment_method', done!.generated_card!, 'interactive');
    expect(card).toMatchObject({ type: 'card', customer });
    expect(done!.generated_card).not.toBe(done!.payment_method);
  });

  it('to be typed into a form get an intent for cards', async () => {
    const { id: customer } = await newCustomer();
    const wanted = await account.payments.createSetupIntent(account.step('setup'), { customer, reader: false });
    expect(wanted.client_secret).toContain(wanted.id);
    expect(await account.payments.setupIntent('seti_nobody')).toBeNull();
  });
});

describe('payments', () => {
  it('charge a stored card at once, and are found by their operation', async () => {
    const { customer, intent, charge } = await charged();
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2_500, description: 'Recovery' });
    const found = await account.payments.findByOperation('payment_intent', { customer }, intent.metadata['operation']!);
    expect(found).toEqual(intent);
    expect(await account.payments.findByOperation('payment_intent', { customer }, 'another')).toBeNull();
    expect(await account.payments.listOf('charge', customer, 'background')).toEqual([
      await account.payments.fetch('charge', charge, 'interactive'),
    ]);
  });

  it('that the bank declines say why, down to the outcome of the charge', async () => {
    const decline = await declineOf(charged('pm_card_chargeCustomerFail'));
    expect(decline).toMatchObject({ code: 'card_declined', outcome: { type: 'issuer_declined', network_status: 'declined_by_network' } });
    expect(decline.charge).toMatch(/^ch_/);
    expect(decline.paymentIntent).toMatch(/^pi_/);
    expect(decline.outcome?.seller_message).toBeTruthy();
  });

  it('on a reader are captured after the card was read, or cancelled', async () => {
    const wanted = { amount: 1_250, customer: null, description: null, metadata: {}, how: { kind: 'reader' } } as const;
    const intent = await account.payments.createPaymentIntent(account.step('sale'), wanted);
    const reader = (await account.payments.readers(undefined)).find(({ status }) => status === 'online')!;
    await account.outside.terminal.readers.processPaymentIntent(reader.id, { payment_intent: intent.id });
    await account.outside.testHelpers.terminal.readers.presentPaymentMethod(reader.id);
    const captured = await account.payments.capturePaymentIntent(account.step('capture'), intent.id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1_250 });
    const other = await account.payments.createPaymentIntent(account.step('sale'), wanted);
    expect(await account.payments.cancelPaymentIntent(account.step('cancel'), other.id)).toMatchObject({ status: 'canceled' });
    await expect(account.payments.capturePaymentIntent(account.step('capture'), other.id)).rejects.toThrow(PaymentsRefused);
  });

  it('in a form wait for the browser', async () => {
    const intent = await account.payments.createPaymentIntent(account.step('form'), {
      amount: 999,
      customer: null,
      description: null,
      metadata: {},
      how: { kind: 'form' },
    });
    expect(intent).toMatchObject({ status: 'requires_payment_method', capture_method: 'manual' });
  });
});

describe('refunds and disputes', () => {
  it('give back what is left of a charge and no more', async () => {
    const { charge } = await charged();
    const refund = await account.payments.refund(account.step('refund'), { charge, amount: 1_000, metadata: { by: '7' } });
    expect(refund).toMatchObject({ charge, amount: 1_000, status: 'succeeded', metadata: { by: '7' } });
    expect(await account.payments.refundsOf(charge, 'interactive')).toEqual([refund]);
    const tooMuch = account.payments.refund(account.step('refund'), { charge, amount: 1_501, metadata: {} });
    await expect(tooMuch).rejects.toMatchObject({ name: 'Error', status: 400 });
  });

  it('are answered with evidence; metadata alone hands nothing in', async () => {
    const { charge } = await charged('pm_card_createDispute');
    const [dispute] = (await account.outside.disputes.list({ charge })).data;
    const noted = await account.payments.updateDispute(account.step('note'), dispute!.id, { metadata: { feesCollected: 'true' } });
    expect(noted).toMatchObject({ status: 'needs_response', metadata: { feesCollected: 'true' } });
    const answered = await account.payments.updateDispute(account.step('evidence'), dispute!.id, { evidence: 'winning_evidence' });
    expect(answered.status).toBe('under_review');
  });
});

describe('the rest of the account', () => {
  it('keeps metadata of products', async () => {
    const [product] = account.company.products;
    const changed = await account.payments.updateProduct(account.step('product'), product!.id, { order: '3' });
    expect(changed.metadata).toMatchObject({ order: '3' });
  });

  it('registers readers, lists them by place and deletes them once', async () => {
    const location = account.company.sites[0]!.locationId;
    const reader = await account.payments.registerReader(account.step('reader'), { location, code: 'simulated-wpe', label: 'Lane 9' });
    expect(reader).toMatchObject({ label: 'Lane 9', location });
    expect((await account.payments.readers(location)).map(({ id }) => id)).toContain(reader.id);
    await account.payments.deleteReader(reader.id);
    await account.payments.deleteReader(reader.id);
    expect((await account.payments.readers(location)).map(({ id }) => id)).not.toContain(reader.id);
    expect(await account.payments.connectionToken(location)).toMatch(/^pst_/);
  });
});

import { describe, expect, it } from 'vitest';
import type { ProviderKind } from '@washdesk/cloud-api/common/provider-objects';
import { useHarness } from './harness.ts';

const harness = useHarness();

const atOnce = (): Promise<void> => Promise.resolve();

/** Whether a listing, newest first, contains that object exactly once. */
async function timesListed(kind: Exclude<ProviderKind, 'payment_method'>, id: string): Promise<number> {
  let times = 0;
  for await (const page of harness().payments.list(kind, atOnce)) {
    times += page.filter((object) => object.id === id).length;
    if (times > 0) return times;
  }
  return times;
}

describe('customers', () => {
  it('are created with what is given, and changed field by field', async () => {
    const { payments } = harness();
    const step = harness().step();
    const address = { line1: '1 Elm Street', city: 'Peoria', state: 'IL', postal_code: '61602', country: 'US' };
    const fields = { name: 'Ann Lee', email: 'ann@example.com', phone: '+13095550100', address, metadata: { CustomerCode: 'ABC123-IL' } };
    const created = await payments.createCustomer(step, fields);
    expect(created).toMatchObject({ ...fields, metadata: { CustomerCode: 'ABC123-IL', operation: step.operation } });
    expect((await payments.createCustomer(step, fields)).id).toBe(created.id);

    const change = { phone: null, taxExempt: 'exempt', metadata: { nextprice: '2999', nextpriceexpires: '2026-12-01' } } as const;
    expect(await payments.updateCustomer(harness().step(), created.id, change)).toMatchObject({
      name: 'Ann Lee',
      phone: null,
      tax_exempt: 'exempt',
      metadata: { CustomerCode: 'ABC123-IL', nextprice: '2999' },
    });
    const cleared = await payments.updateCustomer(harness().step(), created.id, { metadata: { nextprice: '', nextpriceexpires: '' } });
    expect(cleared.metadata).toMatchObject({ CustomerCode: 'ABC123-IL' });
    expect(cleared.metadata).not.toHaveProperty('nextprice');
    await payments.deleteCustomer(created.id);
  });

  it('leave a tombstone; deleting one twice is no failure', async () => {
    const { payments } = harness();
    const { id } = await payments.createCustomer(harness().step(), { name: 'Short Stay' });
    await payments.deleteCustomer(id);
    await payments.deleteCustomer(id);
    expect(await payments.fetch('customer', id, 'interactive')).toMatchObject({ id, deleted: true });
    expect(await payments.fetch('customer', 'cus_nobody', 'interactive')).toBeNull();
    expect(await timesListed('customer', id)).toBe(0);
  });
});

describe('lists', () => {
  it('come by every object, newest first, and go on behind one', async () => {
    const { payments } = harness();
    const older = await payments.createCustomer(harness().step(), { name: 'Older' });
    const newer = await payments.createCustomer(harness().step(), { name: 'Newer' });
    expect(await timesListed('customer', older.id)).toBe(1);
    expect(await timesListed('customer', newer.id)).toBe(1);
    const behind = payments.list('customer', atOnce, newer.id)[Symbol.asyncIterator]();
    const first = (await behind.next()).value as { id: string }[];
    expect(first.map(({ id }) => id)).not.toContain(newer.id);
    expect(first[0]?.id).toBe(older.id);
    for (const { id } of [older, newer]) await payments.deleteCustomer(id);
  });
});

describe('the catalogue', () => {
  it('takes prices and metadata', async () => {
    const { payments, product } = harness();
    const wanted = { product, amount: 2_345, nickname: 'Cap', metadata: { location: '12' } };
    const price = await payments.createPrice(harness().step(), wanted);
    expect(price).toMatchObject({ product, unit_amount: 2_345, nickname: 'Cap', active: true, metadata: { location: '12' } });
    expect(await payments.fetch('price', price.id, 'interactive')).toEqual(price);
    expect(await timesListed('price', price.id)).toBe(1);
    expect(await payments.updateProduct(harness().step(), product, { class: 'Super' })).toMatchObject({ metadata: { class: 'Super' } });
  });
});

describe('readers', () => {
  it('are registered at a location, listed there and let go, twice without failure', async () => {
    const { payments } = harness();
    const reader = await harness().reader();
    expect(reader).toMatchObject({ label: 'Suite counter', location: expect.stringMatching(/^tml_/) as string });
    expect((await payments.readers(reader.location ?? undefined)).map(({ id }) => id)).toEqual([reader.id]);
    expect(await payments.connectionToken(reader.location)).not.toBe('');
    await payments.deleteReader(reader.id);
    await payments.deleteReader(reader.id);
    expect(await payments.readers(reader.location ?? undefined)).toEqual([]);
  });
});

describe('online sign-up', () => {
  it('opens a page of the provider, can be asked how it stands, and closes it', async () => {
    const { payments, stripe } = harness();
    const wanted = {
      price: await harness().price(3_000),
      customer: { email: 'online@example.com' },
      anchorDay: { dayOfMonth: 1, hour: 10 },
      taxRates: [],
      subscriptionMetadata: { incomplete: 'true' },
      customerMetadata: { CustomerCode: 'NEW123-IL' },
      successUrl: 'https://desk.example.com/online/done',
      cancelUrl: 'https://desk.example.com/online/back',
      locale: 'es' as const,
    };
    const checkout = await payments.startCheckout(harness().step(), wanted);
    expect(checkout).toMatchObject({ status: 'open', payment_status: 'unpaid', url: expect.stringMatching(/^https?:\/\//) as string });
    expect(await payments.checkout(checkout.id)).toMatchObject({ id: checkout.id, status: 'open', subscription: null });
    expect(await payments.checkout('cs_test_nobody')).toBeNull();
    expect((await stripe.checkout.sessions.retrieve(checkout.id)).locale).toBe('es');
    const close = () => payments.expireCheckout(harness().step(), checkout.id);
    expect(await close()).toMatchObject({ status: 'expired', url: null });
    expect(await close()).toMatchObject({ id: checkout.id, status: 'expired' });
  });
});

describe('a page for a card', () => {
  it('is opened once for its step, charges nothing, and names the setup of its card', async () => {
    const { payments, stripe } = harness();
    const customer = await harness().customer();
    const step = harness().step();
    const wanted = {
      customer,
      successUrl: 'https://desk.example.com/member?card={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://desk.example.com/member',
      locale: 'es' as const,
    };
    const page = await payments.startCardPage(step, wanted);
    expect(page).toMatchObject({ status: 'open', customer, subscription: null, url: expect.stringMatching(/^https?:\/\//) as string });
    expect((await payments.startCardPage(step, wanted)).id).toBe(page.id);
    expect(await payments.checkoutMadeBy(step.operation, { since: Math.floor(Date.now() / 1_000) - 60 })).toMatchObject({ id: page.id });
    expect((await stripe.checkout.sessions.retrieve(page.id)).locale).toBe('es');
    const setup = await payments.setupIntent(page.setupIntent ?? '');
    expect(setup).toMatchObject({ customer, payment_method: null, metadata: { operation: step.operation } });
    expect((await stripe.paymentIntents.list({ customer })).data).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient, type Reply } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let support: ApiClient;
let manager: ApiClient;
let number = 100;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
  support = await clientAs(cloud, 'SupportCenter');
});
afterAll(() => cloud.stop());

const newPlate = (): string => `EDIT${(number += 1)}-IL`;

async function member(): Promise<{ id: string; card: string; plate: string }> {
  const plate = newPlate();
  const { customer, card } = await cloud.member({ plate });
  return { id: customer, card, plate };
}

interface Form {
  [field: string]: unknown;
  metadata: Record<string, string>;
}

const load = async (id: string): Promise<Form> => (await cashier.get<Form>(`/customer/${id}/general`)).body;

/** Loads, edits and saves with the loaded values, like the screen. */
async function edit(id: string, change: (form: Form) => Form, who = cashier): Promise<Reply> {
  const base = await load(id);
  return who.post(`/customer/${id}`, { ...change(base), base });
}

const withMetadata =
  (metadata: Record<string, string>) =>
  (form: Form): Form => ({ ...form, metadata: { ...form.metadata, ...metadata } });

const claimant = async (code: string): Promise<string | undefined> =>
  (await cloud.database.db.selectFrom('code_claim').select('customer').where('code', '=', code).executeTakeFirst())?.customer;

const audits = (id: string) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['action', 'before', 'after', 'why'])
    .where('subject', '=', `customer:${id}`)
    .orderBy('id')
    .execute();

describe('saving a customer', () => {
  it('writes the fields that were edited, and tells before and after', async () => {
    const { id } = await member();
    const saved = await edit(id, (form) => ({
      ...withMetadata({ CarColor: 'Red' })(form),
      name: 'Moore, Adele',
      email: 'adele@moore.test',
    }));
    expect(saved).toMatchObject({ status: 200, body: { name: 'Moore, Adele', firstName: 'Adele', email: 'adele@moore.test' } });
    expect(await cloud.sdk.customers.retrieve(id)).toMatchObject({ name: 'Moore, Adele', metadata: { CarColor: 'Red' } });
    expect(await load(id)).toMatchObject({ name: 'Moore, Adele', metadata: { CarColor: 'Red' } });
    expect(await audits(id)).toEqual([
      {
        action: 'customer.saved',
        before: { name: 'Moore, Ada', email: '', 'metadata.CarColor': '' },
        after: { name: 'Moore, Adele', email: 'adele@moore.test', 'metadata.CarColor': 'Red' },
        why: null,
      },
    ]);
  });

  it('keeps what another user saved in other fields, and clears emptied ones', async () => {
    const { id } = await member();
    await cloud.sdk.customers.update(id, { phone: '815-555-0101', address: { city: 'Joliet', state: 'IL' } });
    await cloud.settled();
    const base = await load(id);
    await cloud.sdk.customers.update(id, { email: 'ada@moore.test' });
    const saved = await cashier.post(`/customer/${id}`, {
      ...base,
      phone: '',
      address: { ...(base['address'] as object), city: 'Aurora' },
      base,
    });
    expect(saved).toMatchObject({
      status: 200,
      body: { phone: null, email: 'ada@moore.test', address: { city: 'Aurora', state: 'IL' } },
    });
  });

  it('refuses to overwrite another user’s change, with both values, and writes nothing', async () => {
    const { id } = await member();
    const base = await load(id);
    // the mirror has not been updated yet
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.customers.update(id, { name: 'Moore, Adam' });
    const saved = await cashier.post(`/customer/${id}`, { ...base, name: 'Moore, Adele', phone: '815-555-0101', base });
    cloud.stripe.behave({ webhooks: { hold: false } });
    expect(saved).toMatchObject({
      status: 409,
      body: {
        code: 'changed',
        details: { fields: [{ field: 'name', base: 'Moore, Ada', yours: 'Moore, Adele', theirs: 'Moore, Adam' }] },
      },
    });
    expect(await cloud.sdk.customers.retrieve(id)).toMatchObject({ name: 'Moore, Adam', phone: null });
  });

  it('lets one of two win who save the same field at once', async () => {
    const { id } = await member();
    const base = await load(id);
    const answers = await Promise.all(
      ['Adele', 'Adam'].map((first) => cashier.post(`/customer/${id}`, { ...base, name: `Moore, ${first}`, base })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const winner = answers.find(({ status }) => status === 200);
    expect(await cloud.sdk.customers.retrieve(id)).toMatchObject({ name: winner?.body['name'] });
  });

  it('answers the same to the same key, once', async () => {
    const { id } = await member();
    const base = await load(id);
    const body = { ...base, name: 'Moore, Adele', base };
    const first = await cashier.post(`/customer/${id}`, body, { key: 'saved-twice' });
    expect(await cashier.post(`/customer/${id}`, body, { key: 'saved-twice' })).toEqual(first);
    expect(await audits(id)).toHaveLength(1);
    expect((await cashier.post(`/customer/${id}`, { ...body, name: 'Moore, Adam' }, { key: 'saved-twice' })).status).toBe(422);
  });

  it('moves a changed plate: the new one is claimed, the old one free', async () => {
    const { id, plate } = await member();
    const next = newPlate();
    expect((await edit(id, withMetadata({ CustomerCode: next.toLowerCase() }))).status).toBe(200);
    expect(await claimant(next)).toBe(id);
    expect(await claimant(plate)).toBeUndefined();
    const roster = await cloud.database.db
      .selectFrom('roster_entry')
      .select(['code', 'removed'])
      .where('code', 'in', [plate, next])
      .execute();
    expect(roster.toSorted((a, b) => Number(a.removed) - Number(b.removed))).toEqual([
      { code: next, removed: false },
      { code: plate, removed: true },
    ]);
  });

  it('refuses a plate of another customer, and changes nothing', async () => {
    const [one, two] = [await member(), await member()];
    expect(await edit(one.id, withMetadata({ CustomerCode: two.plate, CarColor: 'Red' }))).toMatchObject({
      status: 409,
      body: { code: 'code_taken', details: { customers: [{ id: two.id }] } },
    });
    expect(await load(one.id)).toMatchObject({ metadata: { CustomerCode: one.plate } });
    expect(await claimant(one.plate)).toBe(one.id);
  });

  it.each([
    [{ name: '' }, {}, 'body.name'],
    [{ email: 'ada' }, {}, 'body.email'],
    [{ address: { postal_code: '1' } }, {}, 'body.address.postal_code'],
    [{}, { CustomerCode: '' }, 'body.metadata.CustomerCode'],
    [{}, { CustomerCode: 'NOPLATE' }, 'body.metadata.CustomerCode'],
    [{}, { SecondaryCode: '1+2' }, 'body.metadata.SecondaryCode'],
    [{}, { TheCardNumber: '123' }, 'body.metadata.TheCardNumber'],
  ])('refuses %j %j', async (fields, metadata, path) => {
    const { id } = await member();
    const saved = await edit(id, (form) => ({ ...withMetadata(metadata)(form), ...fields }));
    expect(saved).toMatchObject({ status: 400, body: { problems: [{ path }] } });
  });

  it('needs the values as they were loaded', async () => {
    const { id } = await member();
    expect(await cashier.post(`/customer/${id}`, { name: 'Moore, Adele' })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'body.base' }] },
    });
  });

  it('leaves tax and Business Select to SupportCenter', async () => {
    const { id } = await member();
    const exempt = (form: Form): Form => ({ ...form, tax_exempt: 'exempt' });
    expect((await edit(id, exempt)).status).toBe(403);
    expect((await edit(id, withMetadata({ isBusinessSelect: 'true' }))).status).toBe(403);
    expect((await edit(id, exempt, support)).body).toMatchObject({ tax_exempt: 'exempt' });
  });

  it('is refused for an unknown and for a deleted customer, and waits while Stripe is down', async () => {
    const { id } = await member();
    const base = await load(id);
    const body = { ...base, name: 'Moore, Adele', base };
    cloud.stripe.behave({ down: true });
    const lost = await cashier.post(`/customer/${id}`, body).finally(() => cloud.stripe.behave({ down: false }));
    expect(lost).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    await cloud.sdk.customers.del(id);
    expect((await cashier.post(`/customer/${id}`, body)).body).toMatchObject({ code: 'customer_deleted' });
    expect((await cashier.post('/customer/cus_none', body)).status).toBe(404);
  });
});

describe('one metadata key', () => {
  const set = (id: string, body: object, who = manager): Promise<Reply> => who.post(`/customer/${id}/metadata`, body);

  it('is written in either form, and cleared by an empty value', async () => {
    const { id } = await member();
    expect(await set(id, { key: 'nextprice', value: 'price_SuperKiss_12' })).toMatchObject({
      status: 200,
      body: { metadata: { nextprice: 'price_SuperKiss_12' } },
    });
    const expires = Math.floor(Date.parse('2026-12-20T00:00:00Z') / 1_000);
    await set(id, { nextpriceexpires: String(expires) });
    expect(await load(id)).toMatchObject({ nextPrice: { price: 'price_SuperKiss_12', expires } });
    await set(id, { key: 'nextprice', value: '' });
    expect(await load(id)).toMatchObject({ nextPrice: null });
    expect((await audits(id)).at(-1)).toMatchObject({ before: { nextprice: 'price_SuperKiss_12' }, after: { nextprice: '' } });
  });

  it('trims the price history under 500 characters', async () => {
    const { id } = await member();
    const entries = Array.from({ length: 20 }, (_one, i) => ({
      on: '2026-11-21',
      amount: 3_000 + i,
      from: 'price_a',
      to: 'price_b',
      product: 'Super Kiss',
    }));
    const { body } = await set(id, { key: 'price_change_data', value: JSON.stringify(entries) });
    const kept = (body['metadata'] as Record<string, string>)['price_change_data'] ?? '';
    expect(kept.length).toBeLessThan(500);
    expect((JSON.parse(kept) as object[]).at(-1)).toEqual(entries.at(-1));
  });

  it('keeps only a price that the member’s plan could have', async () => {
    const { id } = await member();
    const plan = { customer: id, items: [{ price: 'price_SuperKiss_12' }], off_session: true, metadata: { site: '12' } };
    await cloud.sdk.subscriptions.create(plan);
    await cloud.settled();
    for (const [value, words] of [
      ['price_SuperKissPlus_12', 'must be a price of Super Kiss'],
      ['price_SuperKiss_27', 'must be a price of the member’s site'],
      ['price_Unknown', 'must be a price of the catalog'],
    ] as const)
      expect(await set(id, { key: 'nextprice', value })).toMatchObject({ status: 400, body: { message: expect.stringContaining(words) } });
    const { db } = cloud.database;
    const rangeTo = (max_car: number) => db.updateTable('price_range').set({ max_car }).where('product_class', '=', 'Super Kiss').execute();
    await rangeTo(3_000);
    expect(await set(id, { key: 'nextprice', value: 'price_SuperKiss_12_next' })).toMatchObject({
      status: 409,
      body: { code: 'price_out_of_range' },
    });
    await rangeTo(4_499);
    expect((await set(id, { key: 'nextprice', value: 'price_SuperKiss_12_next' })).status).toBe(200);
  });

  it('answers with no more than its caller may read', async () => {
    const { id } = await member();
    await cloud.sdk.customers.update(id, { metadata: { sitewatchId: '12:4711', crm: 'VIP' } });
    const { body } = await set(id, { key: 'bademail', value: 'true' }, cashier);
    expect(body).toEqual({ id, metadata: { bademail: 'true' } });
    const admin = await clientAs(cloud, 'Admin');
    expect((await admin.get(`/customer/${id}/metadata`)).body).toMatchObject({ metadata: { sitewatchId: '12:4711', crm: 'VIP' } });
    const saved = await edit(id, (form) => form);
    for (const shown of [saved.body, await load(id)])
      expect(Object.keys(shown['metadata'] as object)).not.toEqual(expect.arrayContaining([expect.stringMatching(/sitewatchId|crm/)]));
    const reads = await cloud.database.db.selectFrom('customer_read').select('customer').where('customer', '=', id).execute();
    expect(reads.length).toBeGreaterThan(0);
  });

  it('is for managers where it touches the price', async () => {
    const { id } = await member();
    expect((await set(id, { key: 'nextprice', value: 'price_x' }, cashier)).status).toBe(403);
    expect((await set(id, { key: 'bademail', value: 'true' }, cashier)).status).toBe(200);
    expect(await load(id)).toMatchObject({ bademail: true });
  });

  it('is of a closed list, with a value that fits', async () => {
    const { id } = await member();
    expect((await set(id, { key: 'CustomerCode', value: 'X-IL' })).status).toBe(400);
    expect((await set(id, { key: 'nextpriceexpires', value: '9999999999' })).status).toBe(400);
    expect((await set('cus_none', { key: 'bademail', value: 'true' })).status).toBe(404);
  });
});

describe('deleting a customer', () => {
  it('ends them at Stripe, frees the codes and says why', async () => {
    const { id, plate } = await member();
    expect(await manager.delete(`/customer/${id}?reason=moved%20away`)).toEqual({ status: 200, body: { id, deleted: true } });
    expect(await cloud.sdk.customers.retrieve(id)).toMatchObject({ deleted: true });
    expect(await load(id)).toMatchObject({ deleted: true, name: 'Moore, Ada' });
    expect(await claimant(plate)).toBeUndefined();
    expect(await audits(id)).toMatchObject([{ action: 'customer.deleted', why: 'moved away' }]);
    expect((await manager.delete(`/customer/${id}?reason=again`)).body).toMatchObject({ code: 'customer_deleted' });
  });

  it('is for managers, with a reason, and for an existing customer', async () => {
    const { id } = await member();
    expect((await cashier.delete(`/customer/${id}?reason=x`)).status).toBe(403);
    expect((await manager.delete(`/customer/${id}`)).body).toMatchObject({ problems: [{ path: 'query.reason' }] });
    expect((await manager.delete('/customer/cus_none?reason=x')).status).toBe(404);
  });

  it('waits for the end of a running plan, and for the completion of an online sign-up', async () => {
    const { id } = await member();
    const plan = { customer: id, items: [{ price: 'price_SuperKiss_12' }], off_session: true, metadata: { incomplete: 'true' } };
    const { id: subscription } = await cloud.sdk.subscriptions.create(plan);
    await cloud.settled();
    expect((await manager.delete(`/customer/${id}?reason=x`)).body).toMatchObject({ code: 'customer_incomplete' });
    await cloud.sdk.subscriptions.update(subscription, { metadata: { incomplete: 'false' } });
    await cloud.settled();
    expect((await manager.delete(`/customer/${id}?reason=x`)).body).toMatchObject({ code: 'plan_running' });
    await cloud.sdk.subscriptions.cancel(subscription);
    expect((await manager.delete(`/customer/${id}?reason=x`)).status).toBe(200);
  });

  it('is done by the same key when Stripe is back', async () => {
    const { id } = await member();
    cloud.stripe.behave({ down: true });
    const lost = await manager
      .delete(`/customer/${id}?reason=x`, { key: 'deleted-when-down' })
      .finally(() => cloud.stripe.behave({ down: false }));
    expect(lost.status).toBe(503);
    expect((await manager.delete(`/customer/${id}?reason=x`, { key: 'deleted-when-down' })).status).toBe(200);
  });
});

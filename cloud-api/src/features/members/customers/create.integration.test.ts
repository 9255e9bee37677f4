import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient, type Reply } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let support: ApiClient;
let number = 100;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  support = await clientAs(cloud, 'SupportCenter');
});
afterAll(() => cloud.stop());

/** Creates unused codes. */
function newCodes() {
  number += 1;
  return { CustomerCode: `NEW${number}-IL`, SecondaryCode: `12345+${number}000` };
}

const payload = (more: Record<string, unknown> = {}) => ({
  FirstName: 'Ada',
  LastName: 'Moore',
  Email: 'ada@moore.test',
  CellPhone: '815-555-0101',
  Zipcode: '60435',
  City: 'Joliet',
  State: 'IL',
  CarModel: 'F-150',
  ...newCodes(),
  ...more,
});

interface Created {
  id: string;
  metadata: Record<string, string>;
}

const create = (more: Record<string, unknown> = {}, who = cashier): Promise<Reply<Created & Record<string, unknown>>> =>
  who.post('/customer', payload(more));

const claimsOf = async (codes: Record<string, string>) =>
  cloud.database.db.selectFrom('code_claim').select(['customer', 'operation']).where('code', 'in', Object.values(codes)).execute();

const madeAtStripe = async (plate: string): Promise<string[]> =>
  (await cloud.sdk.customers.list({ limit: 100 })).data.filter(({ metadata }) => metadata['CustomerCode'] === plate).map(({ id }) => id);

describe('a new customer', () => {
  it('is Stripe’s with everything that was typed, and in the mirror with its codes at once', async () => {
    const codes = newCodes();
    const made = await create({ ...codes, CustomerCode: codes.CustomerCode.toLowerCase(), isTruck: 'true', isCommercial: false });
    expect(made).toMatchObject({
      status: 200,
      body: { name: 'Moore, Ada', firstName: 'Ada', lastName: 'Moore', planType: 'Not Active', loyaltyGroups: ['None'], isTruck: true },
    });
    expect(await cloud.sdk.customers.retrieve(made.body.id)).toMatchObject({
      name: 'Moore, Ada',
      email: 'ada@moore.test',
      phone: '815-555-0101',
      tax_exempt: 'none',
      address: { postal_code: '60435', city: 'Joliet', state: 'IL', country: 'US' },
      metadata: {
        CustomerCode: codes.CustomerCode,
        SecondaryCode: codes.SecondaryCode,
        CarMake: 'UNCOMMON MAKE',
        CarModel: 'F-150',
        CarColor: 'White',
        isTruck: 'true',
        isCommercial: 'false',
        site: '12',
      },
    });
    const claim = { customer: made.body.id, operation: null };
    expect(await claimsOf(codes)).toEqual([claim, claim]);
    const check = await cashier.get(`/customer/customercheck/${codes.CustomerCode}`);
    expect(check.body).toMatchObject({ customers: [{ id: made.body.id }] });
    const audit = await cloud.database.db
      .selectFrom('whole_audit')
      .select('action')
      .where('subject', '=', `customer:${made.body.id}`)
      .execute();
    expect(audit).toEqual([{ action: 'customer.created' }]);
  });

  it.each([
    ['no e-mail', undefined],
    ['an empty one', ''],
    ['the address that stands for none', 'x@no-email.invalid'],
  ])('has no email when %s was given', async (_name, Email) => {
    const { body } = await create({ Email });
    expect(body).toMatchObject({ email: null });
  });

  it('may be spelled with small letters', async () => {
    const { CustomerCode: customerCode, SecondaryCode: secondaryCode } = newCodes();
    const made = await cashier.post('/customer', {
      firstName: 'Zoe',
      lastName: 'Lee',
      zipcode: 'K1A 0B1',
      country: 'ca',
      customerCode,
      secondaryCode,
    });
    expect(made).toMatchObject({ status: 200, body: { name: 'Lee, Zoe', address: { country: 'CA', postal_code: 'K1A 0B1' } } });
  });

  it.each([
    [{ FirstName: ' ' }, 'body.FirstName'],
    [{ LastName: undefined }, 'body.LastName'],
    [{ Zipcode: '6043' }, 'body.Zipcode'],
    [{ CustomerCode: 'NO PLATE' }, 'body.CustomerCode'],
    [{ SecondaryCode: '1+2' }, 'body.SecondaryCode'],
    [{ TheCardNumber: '4242424242424242' }, 'body.TheCardNumber'],
    [{ Email: 'ada' }, 'body.Email'],
  ])('is refused with %j', async (more, path) => {
    expect(await create(more)).toMatchObject({ status: 400, body: { problems: [{ path }] } });
  });

  it('is tax exempt or Business Select only by SupportCenter', async () => {
    expect((await create({ TaxExempt: true })).status).toBe(403);
    expect((await create({ isBusinessSelect: true })).status).toBe(403);
    const { body } = await create({ TaxExempt: true, isBusinessSelect: true }, support);
    expect(body).toMatchObject({ tax_exempt: 'exempt', isBusinessSelect: true });
  });

  it('is made once when the button is pressed twice', async () => {
    const body = payload();
    const answers = await Promise.all([1, 2].map(() => cashier.post('/customer', body, { key: 'created-twice' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await madeAtStripe(body.CustomerCode)).toHaveLength(1);
  });

  it('is used again by the next sign-up with its codes while it has no plan', async () => {
    const codes = newCodes();
    const first = await create({ ...codes, CarModel: 'Civic' });
    const second = await create({ ...codes, FirstName: 'Adele', CarModel: '' });
    expect(second.body).toMatchObject({ id: first.body.id, name: 'Moore, Adele' });
    expect(second.body.metadata['CarModel']).toBeUndefined();
    expect(await madeAtStripe(codes.CustomerCode)).toEqual([first.body.id]);
  });
});

describe('a code of another customer', () => {
  it('is refused, with who has it, whether it is the plate or the tag', async () => {
    const codes = newCodes();
    const { body: owner } = await create(codes);
    for (const taken of [{ CustomerCode: codes.CustomerCode }, { SecondaryCode: codes.SecondaryCode }]) {
      expect(await create(taken)).toMatchObject({
        status: 409,
        body: {
          code: 'code_taken',
          message: 'Existing Customer found with that plate/tag',
          details: { codes: Object.values(taken), customers: [{ id: owner.id, name: 'Moore, Ada' }] },
        },
      });
    }
  });

  it('goes to one of two who ask at once', async () => {
    const codes = newCodes();
    // slow enough that both run at the same time
    cloud.stripe.behave({ latencyMs: 300 });
    const answers = await Promise.all([create(codes), create(codes)]).finally(() => cloud.stripe.behave({ latencyMs: 0 }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'code_taken' });
    expect(await madeAtStripe(codes.CustomerCode)).toHaveLength(1);
  });

  it('is free again when the customer is deleted', async () => {
    const codes = newCodes();
    const { body: first } = await create(codes);
    await cloud.sdk.customers.del(first.id);
    await cloud.settled();
    expect(await claimsOf(codes)).toEqual([]);
    const second = await create(codes);
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.id);
  });

  it('is known with both who share it', async () => {
    const plate = newCodes().CustomerCode;
    const one = await cloud.member({ plate });
    const other = await cloud.member({ plate });
    const { body } = await cashier.get<{ customers: { id: string }[] }>(`/customer/customercheck/${plate}`);
    expect(body.customers.map(({ id }) => id).toSorted()).toEqual([one.customer, other.customer].toSorted());
    expect(await create({ CustomerCode: plate })).toMatchObject({ status: 409, body: { code: 'code_taken' } });
  });
});

describe('while Stripe is down', () => {
  it('nothing is made, and the same key makes it once afterwards', async () => {
    const body = payload();
    cloud.stripe.behave({ down: true });
    const lost = await cashier.post('/customer', body, { key: 'made-when-down' }).finally(() => cloud.stripe.behave({ down: false }));
    expect(lost).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    expect(await create({ CustomerCode: body.CustomerCode })).toMatchObject({ status: 409, body: { code: 'code_taken' } });
    expect((await cashier.post('/customer', body, { key: 'made-when-down' })).status).toBe(200);
    expect(await madeAtStripe(body.CustomerCode)).toHaveLength(1);
  });
});

describe('a clone', () => {
  async function source(more: Record<string, unknown> = {}) {
    const { body } = await create({ isTruck: true, ...more });
    return body.id;
  }
  const clone = (clonedFrom: string, more: Record<string, unknown> = {}): Promise<Reply<Created & Record<string, unknown>>> =>
    cashier.post('/customer', { clonedFrom, ...newCodes(), ...more });

  it('takes over what was not said, and both know of each other', async () => {
    const from = await source();
    const made = await clone(from, { CarMake: 'FORD' });
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: 'Moore, Ada',
        email: 'ada@moore.test',
        isTruck: true,
        metadata: { clonedFrom: from, CarMake: 'FORD', CarModel: 'F-150' },
      },
    });
    expect(await cloud.sdk.customers.retrieve(from)).toMatchObject({ metadata: { clonedTo: made.body.id } });
    const notes = await cloud.database.db.selectFrom('note').select('note').where('customer', '=', from).execute();
    expect(notes).toEqual([{ note: expect.stringContaining(`Cloned to ${made.body.id}`) as string }]);
  });

  it('is made once, and never of a clone', async () => {
    const from = await source();
    const [one, two] = await Promise.all([clone(from), clone(from)]);
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 409]));
    const made = one.status === 200 ? one : two;
    expect((await clone(from)).body).toMatchObject({ code: 'not_clonable', message: 'This customer was already cloned' });
    expect((await clone(made.body.id)).body).toMatchObject({ code: 'not_clonable' });
  });

  it('needs a plate and a tag of its own', async () => {
    const from = await source();
    expect(await clone(from, { SecondaryCode: '' })).toMatchObject({ status: 400, body: { problems: [{ path: 'body.SecondaryCode' }] } });
    const codes = newCodes();
    await create(codes);
    expect((await clone(from, { SecondaryCode: codes.SecondaryCode })).body).toMatchObject({ code: 'code_taken' });
  });

  it('is refused for an unknown customer, a deleted one, and one without a full name', async () => {
    expect((await clone('cus_none')).status).toBe(404);
    const gone = await source();
    await cloud.sdk.customers.del(gone);
    expect((await clone(gone)).body).toMatchObject({ code: 'not_clonable' });
    const nameless = await source();
    await cloud.sdk.customers.update(nameless, { name: 'Ada' });
    expect((await clone(nameless)).body).toMatchObject({ code: 'name_missing', message: "Unable to Find Customer's Last Name" });
    await cloud.sdk.customers.update(nameless, { name: 'Moore,' });
    expect((await clone(nameless)).body).toMatchObject({ message: "Unable to Find Customer's First Name" });
  });

  it('waits until an online sign-up was completed', async () => {
    const from = await source();
    await cloud.sdk.customers.update(from, { metadata: { incomplete: 'true' } });
    expect((await clone(from)).body).toMatchObject({ code: 'not_clonable' });
  });
});

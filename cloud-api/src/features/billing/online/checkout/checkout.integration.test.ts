import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { submitPage } from '@washdesk/stripe-simulator/checkout/submit-page.fixture';
import { debitOf } from '@washdesk/test-support/prorations';
import { until } from '@washdesk/test-support/until';
import { countInHour } from '../../../../db/hourly-count.ts';
import { ApiClient, clientAs, sessionKeyOf } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { nobody } from '../../../../testing/callers.ts';
import { publicUrl } from '../../../../testing/cloud.ts';
import { lastNoteOf } from '../../../../testing/member-views.ts';

let cloud: BillingCloud;
let visitor: ApiClient;
let visitors = 0;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-16T15:30:00Z', taxed: true });
  visitor = new ApiClient(cloud.url, nobody);
});
afterAll(() => cloud.stop());
// as if a minute had passed: only a few unpaid pages may be opened at once
beforeEach(() => sql`update online_page set opened = opened - interval '1 minute'`.execute(cloud.database.db));

const existing =
  'Based on your email address or license plate, it appears you already have/had an account with us. Please see a car wash cashier to reactivate your plan.';

/** Returns a form of a person without an account, different on each call. */
function newForm() {
  visitors += 1;
  return {
    address: { city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' },
    email: `zoe${visitors}@washdesk.test`,
    plate: `zoe${visitors}`,
    plateState: 'il',
    phone: '8155550100',
    CarMake: 'HONDA',
    CarModel: 'Civic',
    PlanId: 'price_SuperKiss_12',
    mode: 'subscription',
    termsAgreed: true,
  };
}
type Form = ReturnType<typeof newForm>;

const begin = async (form: object, key?: string) =>
  visitor.post('/checkout', { sessionKey: await sessionKeyOf(visitor), ...form }, key === undefined ? {} : { key });

async function opened(form: Form = newForm()): Promise<{ form: Form; page: string; session: string }> {
  const { status, body } = await begin(form);
  expect(status, JSON.stringify(body)).toBe(200);
  const page = String(body['url']);
  return { form, page, session: page.split('/').at(-1) ?? '' };
}

/** Fills in and submits Stripe's payment page. */
const pay = (page: string, email: string, number?: string): Promise<Response> => submitPage(page, { email, name: 'Zoë Müller', number });

/** Creates a customer as a cashier does. @returns its id */
async function signUpAtRegister(typed: Record<string, string>): Promise<string> {
  visitors += 1;
  const codes = { CustomerCode: `desk${visitors}-IL`, SecondaryCode: `12345+${700_000 + visitors}` };
  const place = { Zipcode: '60435', City: 'Joliet', State: 'IL', CarModel: 'F-150' };
  const person = { FirstName: 'Ada', LastName: 'Moore', Email: `desk${visitors}@moore.test`, CellPhone: '815-555-0101' };
  const cashier = await clientAs(cloud, 'Cashier');
  const { status, body } = await cashier.post('/customer', { ...person, ...place, ...codes, ...typed });
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body['id']);
}

const customersWith = async (email: string) => (await cloud.sdk.customers.list({ email })).data;
const auditOf = (session: string) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['actor', 'site', 'action'])
    .where('subject', '=', `checkout:${session}`)
    .orderBy('at')
    .orderBy('id')
    .execute();
const jobFor = (session: string) =>
  cloud.database.db
    .selectFrom('job')
    .select(['state', 'attempts', 'result'])
    .where('what', '=', 'checkout.complete')
    .where('key', '=', session)
    .executeTakeFirstOrThrow();
const lookNow = (session: string) =>
  cloud.database.db
    .updateTable('job')
    .set({ due: new Date(0) })
    .where('what', '=', 'checkout.complete')
    .where('key', '=', session)
    .execute();

describe('an online sign-up', () => {
  it('is paid on the page of Stripe, and the customer is whole as soon as the browser is back', async () => {
    const { form, page, session } = await opened();
    expect(await visitor.get(`/checkout/${session}`)).toEqual({
      status: 200,
      body: {
        status: 'open',
        payment_status: 'unpaid',
        customer: null,
        plan: { name: 'Super Kiss', amount: 2_999, total: 3_149 },
        paid: null,
        site: { number: 12, name: 'Joliet' },
        plate: `${form.plate.toUpperCase()}-IL`,
        admitted: false,
      },
    });
    expect((await pay(page, form.email)).headers.get('location')).toBe(`${publicUrl}/online?session_id=${session}`);

    const done = { status: 'complete', payment_status: 'paid', paid: expect.any(Number) as number, customer: { name: 'Zoë Müller' } };
    expect(await visitor.get(`/checkout/${session}`)).toMatchObject({ status: 200, body: done });

    const plate = `${form.plate.toUpperCase()}-IL`;
    // the plate becomes theirs by Stripe's event
    await cloud.settled();
    const { customer } = await cloud.database.db
      .selectFrom('customer_code')
      .select('customer')
      .where('code', '=', plate)
      .executeTakeFirstOrThrow();
    const [person] = await customersWith(form.email);
    expect(person).toMatchObject({
      id: customer,
      phone: form.phone,
      address: form.address,
      metadata: {
        createdOnline: 'true',
        bademail: 'false',
        CustomerCode: plate,
        CarMake: 'HONDA',
        CarModel: 'Civic',
        CarColor: 'White',
        site: '12',
      },
    });
    const {
      data: [subscription],
    } = await cloud.sdk.subscriptions.list({ customer, expand: ['data.latest_invoice'] });
    expect(subscription).toMatchObject({
      status: 'active',
      billing_cycle_anchor: Date.parse('2026-12-01T10:00:00Z') / 1_000,
      default_payment_method: person?.invoice_settings.default_payment_method,
      default_tax_rates: [{ id: cloud.taxRate }],
      metadata: {
        incomplete: 'true',
        termsagreed: expect.stringMatching(/^\d{10}$/) as string,
        termsversion: '2026-11',
        terminal: 'online',
        promo: '-1',
        site: '12',
        planduration: '6',
      },
    });
    // the rest of November, prorated by the second, plus 5 percent tax
    const rest = debitOf(2_999, subscription!.billing_cycle_anchor - subscription!.start_date, 30 * 86_400);
    const tax = Math.round(rest * 0.05);
    expect(subscription!.latest_invoice).toMatchObject({ subtotal: rest, total: rest + tax, amount_paid: rest + tax });
    const mirrored = await cloud.database.db
      .selectFrom('mirror_subscription')
      .select(['status', 'site', 'price'])
      .where('customer', '=', customer)
      .execute();
    expect(mirrored).toEqual([{ status: 'active', site: 12, price: form.PlanId }]);
    expect(await auditOf(session)).toEqual([
      { actor: 'online', site: 12, action: 'checkout.opened' },
      { actor: 'online', site: 12, action: 'checkout.completed' },
    ]);
  });

  it('is on every cashier’s list and marked in the search until a cashier completes it', async () => {
    const { form, page, session } = await opened();
    await pay(page, form.email);
    await visitor.get(`/checkout/${session}`);
    await cloud.settled();
    const cashier = await clientAs(cloud, 'User');
    const plate = `${form.plate.toUpperCase()}-IL`;
    const listed = async () => {
      const { body } = await cashier.get<{ rows: { plate: string; customer: string; subscription: string }[] }>('/worklist/online?site=12');
      return body.rows.find((row) => row.plate === plate);
    };
    const searched = async () =>
      (await cashier.get<{ customers: { subscriptions: { data: object[] } }[] }>(`/customer/search/${plate}`)).body.customers[0]
        ?.subscriptions.data[0];
    const row = await listed();
    expect(row).toMatchObject({ name: 'Zoë Müller', site: 12, plan: 'Super Kiss' });
    expect(await searched()).toMatchObject({ incomplete: true });
    await cloud.sdk.customers.update(row!.customer, { name: 'Müller, Zoë', metadata: { SecondaryCode: '12345+654321' } });
    await cloud.settled();
    const completed = { incomplete: false };
    expect(await cashier.post(`/subscription/${row?.subscription}/metadata`, completed)).toMatchObject({ status: 200 });
    expect(await listed()).toBeUndefined();
    expect(await searched()).not.toHaveProperty('incomplete');
  });

  it('says one hour later no more who signed up', async () => {
    const { form, page, session } = await opened();
    await pay(page, form.email);
    const read = async () => (await visitor.get(`/checkout/${session}`)).body;
    expect(await read()).toMatchObject({ customer: { name: 'Zoë Müller' }, plate: `${form.plate.toUpperCase()}-IL` });
    await sql`update online_page set ended = ended - interval '1 hour' where session = ${session}`.execute(cloud.database.db);
    expect(await read()).toMatchObject({ status: 'complete', customer: { name: null }, plate: null });
  });

  it('is completed once, however often the result is asked for', async () => {
    const { form, page, session } = await opened();
    await pay(page, form.email);
    const [first, ...more] = await Promise.all([1, 2, 3].map(() => visitor.get(`/checkout/${session}`)));
    expect(first).toMatchObject({ status: 200, body: { status: 'complete' } });
    for (const one of more) expect(one).toEqual(first);
    expect((await auditOf(session)).map(({ action }) => action)).toEqual(['checkout.opened', 'checkout.completed']);
  });

  it('is in the mirror with its first payment although every event about it got lost', async () => {
    const { form, page, session } = await opened();
    cloud.stripe.behave({ webhooks: { lose: 1 } });
    await pay(page, form.email);
    await visitor.get(`/checkout/${session}`);
    cloud.stripe.behave({ webhooks: { lose: 0 } });
    const [person] = await customersWith(form.email);
    const [invoice] = cloud.stripe.store.list('invoice').filter(({ customer }) => customer === person?.id);
    const { db } = cloud.database;
    const invoices = await db.selectFrom('mirror_invoice').select(['id', 'status']).where('customer', '=', person!.id).execute();
    expect(invoices).toEqual([{ id: invoice?.id, status: 'paid' }]);
    const charges = await db.selectFrom('mirror_charge').select(['amount', 'status', 'site']).where('customer', '=', person!.id).execute();
    expect(charges).toEqual([{ amount: invoice?.total, status: 'succeeded', site: 12 }]);
  });

  it('whose browser never comes back is completed all the same, and what a cashier wrote stays', async () => {
    const { form, page, session } = await opened();
    cloud.stripe.behave({ webhooks: { lose: 1 } });
    await pay(page, form.email);
    cloud.stripe.behave({ webhooks: { lose: 0 } });
    const [before] = await customersWith(form.email);
    await cloud.sdk.customers.update(before!.id, { metadata: { CarMake: 'TOYOTA' } });
    await lookNow(session);
    await until('the worker has completed it', async () => ((await jobFor(session)).state === 'done' ? true : null));
    const [person] = await customersWith(form.email);
    expect(person?.metadata).toMatchObject({ CustomerCode: `${form.plate.toUpperCase()}-IL`, CarMake: 'TOYOTA', createdOnline: 'true' });
  });

  it('whose card declines can try again on the same page', async () => {
    const { form, page, session } = await opened();
    expect((await pay(page, form.email, '4000000000009995')).status).toBeGreaterThanOrEqual(400);
    expect(await visitor.get(`/checkout/${session}`)).toMatchObject({ body: { status: 'open', customer: null } });
    expect(await customersWith(form.email)).toEqual([]);
    await pay(page, form.email);
    expect(await visitor.get(`/checkout/${session}`)).toMatchObject({ body: { status: 'complete' } });
  });

  it('has one page for a plate: the same person continues on the second, another person has to wait', async () => {
    const form = newForm();
    const first = await opened(form);
    expect(await begin({ ...newForm(), plate: form.plate })).toMatchObject({
      status: 409,
      body: { code: 'checkout_open', details: { retryAfterSeconds: expect.any(Number) as number } },
    });
    const second = await opened(form);
    expect((await pay(first.page, form.email)).status).toBe(400);
    await pay(second.page, form.email);
    expect(await visitor.get(`/checkout/${first.session}`)).toMatchObject({ body: { status: 'expired' } });
    expect(await visitor.get(`/checkout/${second.session}`)).toMatchObject({ body: { status: 'complete' } });
    expect(await customersWith(form.email)).toHaveLength(1);
    const plate = `${form.plate.toUpperCase()}-IL`;
    const claims = await cloud.database.db.selectFrom('code_claim').select('operation').where('code', '=', plate).execute();
    expect(claims).toEqual([{ operation: null }]);
  });

  it('has one page if two phones ask at once, and none if the first was paid meanwhile', async () => {
    const first = newForm();
    const forms = [first, { ...newForm(), plate: first.plate }];
    const answers = await Promise.all(forms.map((form) => begin(form)));
    expect(new Set(answers.map(({ status, body }) => body['code'] ?? status))).toEqual(new Set([200, 'checkout_open']));
    const quicker = answers.findIndex(({ status }) => status === 200);
    const [form, page] = [forms[quicker]!, String(answers[quicker]?.body['url'])];
    cloud.stripe.behave({ webhooks: { lose: 1 } });
    await pay(page, form.email);
    expect(await begin(form)).toMatchObject({ status: 409, body: { code: 'existing_account' } });
    cloud.stripe.behave({ webhooks: { lose: 0 } });
    expect(await visitor.get(`/checkout/${page.split('/').at(-1)}`)).toMatchObject({ body: { status: 'complete' } });
    expect(await customersWith(form.email)).toHaveLength(1);
  });

  it('opens Stripe’s page in its own language and returns in it', async () => {
    const form = newForm();
    const { body } = await begin({ ...form, lang: 'es', site: 27 });
    const page = String(body['url']);
    expect(await (await fetch(page)).text()).toContain(`href="${publicUrl}/online?site=27&amp;lang=es"`);
    const session = page.split('/').at(-1) ?? '';
    expect(cloud.stripe.store.get('checkout.session', session)?.locale).toBe('es');
    expect((await pay(page, form.email)).headers.get('location')).toBe(`${publicUrl}/online?session_id=${session}&lang=es`);
    expect(await visitor.get(`/checkout/${session}`)).toMatchObject({ status: 200, body: { status: 'complete' } });
    expect((await customersWith(form.email))[0]?.metadata).toMatchObject({ lang: 'es' });
  });

  it('keeps the e-mail address of its form, not that of a wallet, which may belong to another member', async () => {
    const member = await cloud.sdk.customers.create({ email: 'wallet@washdesk.test' });
    await cloud.settled();
    const { form, page, session } = await opened();
    cloud.stripe.behave({ webhooks: { lose: 1 } });
    await pay(page, 'typed@washdesk.test');
    cloud.stripe.behave({ webhooks: { lose: 0 } });
    const [person] = await customersWith(form.email);
    // as a wallet may report it
    const paid = cloud.stripe.store.get('checkout.session', session)!;
    cloud.stripe.store.put({ ...paid, customerDetails: { ...paid.customerDetails!, email: member.email } });
    await cloud.sdk.customers.update(person!.id, { email: 'wallet@washdesk.test' });
    expect(await visitor.get(`/checkout/${session}`)).toMatchObject({ body: { status: 'complete' } });
    expect((await cloud.sdk.customers.retrieve(person!.id)) as object).toMatchObject({ email: form.email });
    expect((await customersWith('wallet@washdesk.test')).map(({ id }) => id)).toEqual([member.id]);
  });

  it('keeps the e-mail address that a cashier has entered meanwhile', async () => {
    const { form, page, session } = await opened();
    cloud.stripe.behave({ webhooks: { lose: 1 } });
    await pay(page, form.email);
    cloud.stripe.behave({ webhooks: { lose: 0 } });
    const [person] = await customersWith(form.email);
    await cloud.sdk.customers.update(person!.id, { email: `new${form.email}` });
    expect(await visitor.get(`/checkout/${session}`)).toMatchObject({ body: { status: 'complete' } });
    expect((await cloud.sdk.customers.retrieve(person!.id)) as object).toMatchObject({ email: `new${form.email}` });
  });

  it('has one page although the button was pressed twice', async () => {
    const form = newForm();
    const answers = await Promise.all([begin(form, 'pressed-twice'), begin(form, 'pressed-twice')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body['url'])).size).toBe(1);
    expect(await begin({ ...form, phone: '8155550199' }, 'pressed-twice')).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  });

  it('sells the plan of the settings where none is chosen', async () => {
    const { PlanId: _, ...form } = newForm();
    expect((await begin(form)).body).toMatchObject({ code: 'plan_not_offered' });
    await cloud.database.db
      .insertInto('setting')
      .values({ name: 'onlinePlan', value: JSON.stringify('price_OnlineOffers_27'), changed: cloud.clock.now() })
      .execute();
    const { body } = await begin(form);
    const session = String(body['url']).split('/').at(-1);
    // the second site is a dollar cheaper
    expect((await visitor.get(`/checkout/${session}`)).body).toMatchObject({ plan: { name: 'Online Offers', amount: 2_399 } });
  });
});

describe('who has an account already', () => {
  it.each([
    ['by the plate', (form: Form) => ({ plate: form.plate })],
    ['by the e-mail address in another case', (form: Form) => ({ email: form.email.toUpperCase() })],
  ])('is known %s and sent to a cashier', async (_name, same) => {
    const { form, page, session } = await opened();
    await pay(page, form.email);
    await visitor.get(`/checkout/${session}`);
    const before = (await cloud.sdk.checkout.sessions.list()).data.length;
    expect(await begin({ ...newForm(), ...same(form) })).toMatchObject({
      status: 409,
      body: { code: 'existing_account', message: existing },
    });
    expect((await cloud.sdk.checkout.sessions.list()).data).toHaveLength(before);
  });
});

describe('a form', () => {
  it.each<[string, (form: Form) => object, number, object]>([
    ['by a program that fills in everything', (form) => ({ ...form, website: 'https://spam.test' }), 429, { code: 'too_many_requests' }],
    ['with terms of another version', (form) => ({ ...form, termsVersion: '2020-01' }), 409, { code: 'terms_changed' }],
    ['without the key of a page', (form) => ({ ...form, sessionKey: undefined }), 400, { problems: [{ path: 'body.sessionKey' }] }],
    ['with the key of another browser', (form) => ({ ...form, sessionKey: 'none' }), 403, { code: 'session_expired' }],
    ['without agreed terms', (form) => ({ ...form, termsAgreed: false }), 400, { problems: [{ path: 'body.termsAgreed' }] }],
    ['with a phone of 9 digits', (form) => ({ ...form, phone: '815555010' }), 400, { problems: [{ path: 'body.phone' }] }],
    ['with a long plate', (form) => ({ ...form, plate: 'ABCDEFGH1' }), 400, { problems: [{ path: 'body.plate' }] }],
    [
      'with a ZIP in Canada',
      (form) => ({ ...form, address: { ...form.address, country: 'CA' } }),
      400,
      { problems: [{ path: 'body.address.postal_code' }] },
    ],
    ['with a plan that is not sold online', (form) => ({ ...form, PlanId: 'price_Interior_12' }), 409, { code: 'plan_not_offered' }],
    ['with a wash plan for an interior plate', (form) => ({ ...form, plateState: 'HI' }), 409, { code: 'plate_mismatch' }],
    ['with an unknown plan', (form) => ({ ...form, PlanId: 'price_none' }), 404, { code: 'price_not_found' }],
  ])('%s is refused', async (_name, bend, status, body) => {
    expect(await begin(bend(newForm()))).toMatchObject({ status, body });
  });

  it('uses up the limit of an hour by a page or an account that is found, not by another refusal', async () => {
    const form = newForm();
    await cloud.sdk.customers.create({ email: 'known@washdesk.test' });
    await cloud.settled();
    await countInHour(cloud.database.db, `online-page plate ${form.plate.toUpperCase()}-IL`, 11);
    const codes = [];
    for (const changed of [{ termsVersion: '2020-01' }, { termsVersion: '2020-01' }, { email: 'known@washdesk.test' }, {}]) {
      codes.push((await begin({ ...form, ...changed })).body['code']);
    }
    expect(codes).toEqual(['terms_changed', 'terms_changed', 'existing_account', 'too_many_requests']);
  });

  it('without an Idempotency-Key is refused', async () => {
    expect(await begin(newForm(), '')).toMatchObject({ status: 400, body: { problems: [{ path: 'Idempotency-Key' }] } });
  });
});

describe('a page', () => {
  it('that was paid admits the customer at the lanes by its event alone, and leaves the terms in the audit', async () => {
    const { form, page, session } = await opened();
    await pay(page, form.email);
    const state = await until('the plate is on the roster', async () => {
      const { body } = await visitor.get(`/checkout/${session}`);
      return body['admitted'] === true ? body : null;
    });
    expect(state).toMatchObject({ status: 'complete' });
    const { after } = await cloud.database.db
      .selectFrom('whole_audit')
      .select('after')
      .where('subject', '=', `checkout:${session}`)
      .where('action', '=', 'checkout.completed')
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ terms: { version: '2026-11', at: expect.any(Number) as number, address: '127.0.0.1' } });
  });

  it('closes after three declined cards, and the plate is free again', async () => {
    const { form, page, session } = await opened();
    const cards = ['4000000000009995', '4000000000000002', '4000000000009987'];
    for (const card of cards) expect((await pay(page, form.email, card)).status).toBe(402);
    await until('the page is closed', async () => ((await visitor.get(`/checkout/${session}`)).body['status'] === 'expired' ? true : null));
    expect((await pay(page, form.email)).status).toBe(400);
    expect((await begin({ ...newForm(), plate: form.plate })).status).toBe(200);
    // as if this network had declined as often, and nothing had been paid here
    await sql`update online_page set network = 'elsewhere' where state = 'paid'`.execute(cloud.database.db);
    const again = sql`insert into online_decline (charge, page, at) select charge || 'x', page, at from online_decline`;
    await again.execute(cloud.database.db);
    expect(await begin(newForm())).toMatchObject({ status: 429, body: { code: 'too_many_declines' } });
    // as if a day had passed
    await sql`delete from online_decline`.execute(cloud.database.db);
  });

  it('whose plate a cashier has signed up meanwhile is closed', async () => {
    const { form, page, session } = await opened();
    await cloud.member({ plate: `${form.plate.toUpperCase()}-IL` });
    await lookNow(session);
    await until('the page is closed', async () => ((await jobFor(session)).state === 'done' ? true : null));
    expect((await pay(page, form.email)).status).toBe(400);
    expect(await customersWith(form.email)).toEqual([]);
  });

  it.each([
    ['plate', (form: Form) => ({ CustomerCode: `${form.plate}-IL` })],
    ['e-mail address', (form: Form) => ({ Email: form.email.toUpperCase() })],
  ])('is closed at once when a cashier signs up its %s', async (_name, same) => {
    const { form, page, session } = await opened();
    await signUpAtRegister(same(form));
    // not by the page's own job, which looks after a minute
    const closing = cloud.database.db.selectFrom('job').select('key').where('what', '=', 'checkout.close').where('key', '=', session);
    expect(await closing.execute()).toHaveLength(1);
    await until('the page is closed', async () =>
      (await cloud.sdk.checkout.sessions.retrieve(session)).status === 'expired' ? true : null,
    );
    expect((await pay(page, form.email)).status).toBe(400);
  });

  it('that is paid while a cashier signs up its plate is reported once', async () => {
    const { form, page, session } = await opened();
    cloud.stripe.behave({ webhooks: { lose: 1 } });
    await pay(page, form.email);
    const other = await signUpAtRegister({ CustomerCode: `${form.plate}-IL` });
    cloud.stripe.behave({ webhooks: { lose: 0 } });
    for (const _ of [1, 2]) expect((await visitor.get(`/checkout/${session}`)).body).toMatchObject({ status: 'complete' });
    const [person] = await customersWith(form.email);
    expect(person?.id).not.toBe(other);
    const told = cloud.database.db.selectFrom('job').select(['site', 'customer', 'state']).where('what', '=', 'alert');
    const expected = [{ site: 12, customer: person?.id, state: 'failed' }];
    expect(await told.where('key', '=', `online-second-account:${session}`).execute()).toEqual(expected);
  });

  it('that is not paid is checked less and less often and expires', async () => {
    const { session } = await opened();
    await lookNow(session);
    await until('the worker has looked', async () => ((await jobFor(session)).attempts > 0 ? true : null));
    expect(await jobFor(session)).toMatchObject({ state: 'pending' });
    await cloud.clock.moveTo('2026-11-17T16:30:00Z');
    expect(await visitor.get(`/checkout/${session}`)).toMatchObject({ body: { status: 'expired', customer: null } });
    await until('the worker has let go', async () => {
      await lookNow(session);
      const { state, result } = await jobFor(session);
      return state === 'done' ? result : null;
    }).then((result) => expect(result).toEqual({ status: 'expired' }));
  });

  it('that is completed after the next 1st tells of its first payment, not of the renewal', async () => {
    const { form, page, session } = await opened();
    await pay(page, form.email);
    const [{ id: customer } = { id: '' }] = await customersWith(form.email);
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    expect(await visitor.get(`/checkout/${session}`)).toMatchObject({ body: { status: 'complete' } });
    const invoices = cloud.stripe.store.list('invoice').filter((one) => one.customer === customer);
    const first = invoices.find(({ billing_reason }) => billing_reason === 'subscription_create');
    expect(invoices).toHaveLength(2);
    const paid = centsToDollars(first?.amount_paid ?? 0);
    expect(await lastNoteOf(cloud, customer)).toMatchObject({ note: `Signed up for Super Kiss at $31.49 with tax, paid ${paid} today` });
  });

  it('that another program opened is not ours to tell of, and who asks too often has to wait', async () => {
    const foreign = await cloud.sdk.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      ui_mode: 'hosted_page',
      success_url: 'https://elsewhere.test/',
    });
    const path = `/checkout/${foreign.id}`;
    expect(await visitor.get(path)).toMatchObject({ status: 404, body: { code: 'checkout_not_found' } });
    // one more than two minutes allow: a minute may end meanwhile
    const statuses = await Promise.all(Array.from({ length: 241 }, async () => (await visitor.get(path)).status));
    expect(statuses).toContain(429);
  });
});

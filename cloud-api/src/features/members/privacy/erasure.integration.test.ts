import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerData, ErasureView } from '@washdesk/contracts/members/privacy';
import { until } from '@washdesk/test-support/until';
import { sealAudit } from '../../../audit/sealing.ts';
import { verifyAudit } from '../../../audit/verify.ts';
import { openLog } from '../../../http/log.ts';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

const name = 'Őrsi-Quintrell, Zoltánka';
const email = 'zoltanka@quintrell.test';
const phone = '+18155550177';
const plate = 'ZQX918-IL';
const formerPlate = 'ZQX917-IL';
/** Whatever of these is found anywhere is found of the person. */
const traces = ['quintrell', 'zoltánka', '8155550177', 'zqx918', 'zqx917', 'likes the south lane', 'walnut street'];

let cloud: BillingCloud;
let admin: ApiClient;
let support: ApiClient;
let cashier: ApiClient;
let site: AnsweringSite;
let customer: string;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-07-02T15:30:00Z' });
  [admin, support, cashier] = [await clientAs(cloud, 'Admin'), await clientAs(cloud, 'SupportCenter'), await clientAs(cloud, 'Cashier')];
  site = await AnsweringSite.at(12, cloud);
  site.answers = {
    'sitewatch.converge': () => ({ objid: 4711, created: true, codes: [] }),
    'sitewatch.customer-by-code': () => ({
      customer: { objid: 4711, firstName: 'Zoltánka', lastName: 'Őrsi-Quintrell', codes: [], plans: [] },
    }),
    'sitewatch.record-usage': () => ({ saleId: 8, repeated: false }),
    'sitewatch.erase-customer': () => ({ found: true }),
  };
  await site.online(cloud);
  await cloud.database.db.deleteFrom('site').where('number', '=', 27).execute();
  customer = await liveOneYear();
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

/** A member who signed up, washed, changed the plate, wrote, was refunded and left. @returns the customer's id */
async function liveOneYear(): Promise<string> {
  const made = await cloud.sdk.customers.create({
    name,
    email,
    phone,
    address: { line1: '12 Walnut Street', city: 'Joliet', state: 'IL', postal_code: '60435', country: 'US' },
    metadata: { CustomerCode: formerPlate },
  });
  const card = await cloud.sdk.paymentMethods.attach('pm_card_visa', { customer: made.id });
  await cloud.sdk.customers.update(made.id, { invoice_settings: { default_payment_method: card.id } });
  await cloud.settled();
  const from = Math.floor(cloud.clock.now().getTime() / 1_000);
  const plan = { stripeCustomer: made.id, PaymentMethodId: card.id, PlanId: 'price_SuperKiss_12', from };
  const sold = await cashier.post<{ id: string }>('/subscription', plan);
  expect(sold.status).toBe(200);
  await ok(cashier.post('/note', { customerId: made.id, note: `${name} likes the south lane` }));
  await ok(cashier.post(`/customer/${made.id}`, { metadata: { CustomerCode: plate }, base: { metadata: { CustomerCode: formerPlate } } }));
  await cloud.settled();
  await ok(cashier.get(`/dxt/${plate}?redeem=yes`));
  await ok(cashier.get(`/customer/${made.id}/timeline`));
  await ok(support.post(`/status/error`, { error: `Cannot show ${plate}`, path: '/redeem' }));
  await cloud.database.db
    .insertInto('answer')
    .values({
      principal: 'staff:1',
      route: '/x',
      key: randomUUID(),
      request_hash: Buffer.from('x'),
      status: 200,
      body: JSON.stringify({ name }),
      created: new Date(),
    })
    .execute();
  await ok(admin.post(`/subscription/${sold.body.id}/terminate`, { reason: `${name} moved away` }));
  await cloud.settled();
  return made.id;
}

async function ok(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
}

/** Returns every table with a trace of the person, with the first row. */
async function search(texts: readonly string[]): Promise<Record<string, string>> {
  const { db } = cloud.database;
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  const found: Record<string, string> = {};
  for (const { name: table } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where lower(t::text) like any(${texts.map((text) => `%${text}%`)}) limit 1`.execute(
      db,
    );
    if (rows[0]) found[table] = rows[0].row;
  }
  return found;
}

const erasure = async (): Promise<ErasureView> => {
  const { body } = await support.get<{ erasures: ErasureView[] }>('/office/erasures');
  return body.erasures[0]!;
};

describe('a customer’s data', () => {
  it('is in many tables, which support sees with what prevents an erasure', async () => {
    const { body } = await support.get<CustomerData>(`/customer/${customer}/data`);
    expect(body.tables.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['audit_personal', 'client_error', 'mirror_customer', 'note', 'operation', 'receipt', 'usage']),
    );
    expect(body).toMatchObject({ name, deleted: false, sites: [{ site: 12, name: 'Joliet' }], obstacles: [], erasure: null });
  });

  it('is exported whole, with what the site has, and the export is audited', async () => {
    const { body } = await support.get<{ tables: Record<string, { note?: string }[]>; sitewatch: unknown[] }>(
      `/customer/${customer}/data/export`,
    );
    expect(body.tables['note']).toEqual(expect.arrayContaining([expect.objectContaining({ note: `${name} likes the south lane` })]));
    expect(JSON.stringify(body.tables)).toContain('Walnut Street');
    expect(JSON.stringify(body)).not.toMatch(/request_hash|"salt"/);
    expect(body.sitewatch).toEqual([{ site: 12, customer: expect.objectContaining({ objid: 4711 }) as unknown, problem: null }]);
    const audited = cloud.database.db.selectFrom('whole_audit').select('subject').where('action', '=', 'customer.exported');
    expect(await audited.execute()).toEqual([{ subject: `customer:${customer}` }]);
  });

  it('of a site is exported only under the customer’s own number there', async () => {
    const known = site.answers['sitewatch.customer-by-code']!;
    site.answers['sitewatch.customer-by-code'] = () => ({
      customer: { objid: 4799, firstName: 'Later', lastName: 'Owner', codes: [], plans: [] },
    });
    const { body } = await support.get<{ sitewatch: unknown[] }>(`/customer/${customer}/data/export`);
    expect(body.sitewatch).toEqual([{ site: 12, customer: null, problem: expect.stringContaining('number') as string }]);
    site.answers['sitewatch.customer-by-code'] = known;
  });

  it('is refused below SupportCenter, and only an Admin erases', async () => {
    expect((await cashier.get(`/customer/${customer}/data`)).status).toBe(403);
    expect((await support.post(`/customer/${customer}/erasure`, { reason: 'requested' })).status).toBe(403);
  });
});

describe('an erasure', () => {
  it('is prevented while a plan runs', async () => {
    const { customer: other } = await cloud.member({ plate: 'OTHER1-IL' });
    await ok(
      cashier.post('/subscription', {
        customer: other,
        PlanId: 'price_SuperKiss_12',
        from: Math.floor(cloud.clock.now().getTime() / 1_000),
      }),
    );
    const { status, body } = await admin.post(`/customer/${other}/erasure`, { reason: 'requested' });
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ code: 'erasure_prevented', details: { obstacles: ['The customer has a plan. Terminate it first.'] } }),
    ]);
  });

  it('is prevented while a credit is left, and no longer once it is given up', async () => {
    const { customer: other } = await cloud.member({ plate: 'OTHER2-IL' });
    await cloud.sdk.customers.createBalanceTransaction(other, { amount: -250, currency: 'usd' });
    await cloud.settled();
    const obstacle = 'The customer has a credit. Pay it out, move it or give it up first.';
    expect(await admin.post(`/customer/${other}/erasure`, { reason: 'requested' })).toMatchObject({
      status: 409,
      body: { code: 'erasure_prevented', details: { obstacles: [obstacle] } },
    });
    await ok(support.post(`/customer/${other}/credit/settle`, { way: 'forfeit', notes: 'Agreed on the phone' }));
    const { body } = await support.get<CustomerData>(`/customer/${other}/data`);
    expect(body.obstacles).toEqual([]);
  });

  it.each([
    ['credit', 'The customer has a credit. Pay it out, move it or give it up first.'],
    ['refund', 'A refund is in progress. If it fails, it must be paid another way.'],
  ])('is prevented while a %s waits', async (what, obstacle) => {
    const { customer: other, card } = await cloud.member({ plate: `WAIT${what.length + what.charCodeAt(0)}-IL` });
    if (what === 'credit') {
      await cloud.sdk.invoiceItems.create({ customer: other, amount: -500, currency: 'usd', description: 'Goodwill' });
    } else {
      const paid = {
        customer: other,
        payment_method: card,
        amount: 700,
        currency: 'usd',
        confirm: true,
        off_session: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
      };
      const { id } = await cloud.sdk.paymentIntents.create(paid);
      const { id: refund } = await cloud.sdk.refunds.create({ payment_intent: id });
      await cloud.settled();
      await sql`update mirror_refund set object = jsonb_set(object, '{status}', '"pending"') where id = ${refund}`.execute(
        cloud.database.db,
      );
    }
    expect(await admin.post(`/customer/${other}/erasure`, { reason: 'requested' })).toMatchObject({
      status: 409,
      body: { code: 'erasure_prevented', details: { obstacles: [obstacle] } },
    });
  });

  it('leaves nothing of the person in any table but the sealed audit’s references, and the audit verifies', async () => {
    const charged = await cloud.database.db
      .selectFrom('mirror_charge')
      .select(['id', 'amount', 'site'])
      .where('customer', '=', customer)
      .execute();
    expect(Object.keys(await search(traces)).length).toBeGreaterThan(10);
    await cloud.database.db.updateTable('site_agent').set({ roster_seq: 1 }).execute();
    const washes = cloud.database.db.updateTable('job').where('what', '=', 'sitewatch.record-usage');
    const [inAnHour, now] = [sql<Date>`now() + interval '1 hour'`, sql<Date>`now()`];
    await washes.set({ state: 'pending', settled: null, claimed_until: null, due: inAnHour }).execute();
    const agentsWait = 'Agents must receive the removal of the plate: Joliet';
    const washWaits = 'Work for another system is open: sitewatch.record-usage';
    site.asked.length = 0;
    await ok(admin.post(`/customer/${customer}/erasure`, { reason: 'requested' }));
    const own = async () => (await erasure()).steps[0]!;
    await until('the erasure waits for the wash', async () => ((await own()).detail === `${agentsWait} ${washWaits}` ? true : null));
    await until('the site’s erasure was tried', async () => {
      const job = cloud.database.db.selectFrom('job').select('last_error').where('what', '=', 'sitewatch.erase');
      return (await job.executeTakeFirst())?.last_error === 'Work for the site is open: sitewatch.record-usage' ? true : null;
    });
    await washes.set({ due: now }).execute();
    await until('the erasure waits for the agents', async () => ((await own()).detail === agentsWait ? true : null));
    await cloud.database.db.updateTable('site_agent').set({ roster_seq: 1_000 }).execute();
    await until('our own stores are erased', async () => ((await own()).state === 'done' ? true : null));

    expect(await search(traces)).toEqual({});
    // the erasure names the customer until Stripe has redacted
    const { audit, erasure: open, ...others } = await search([customer.toLowerCase()]);
    expect(others).toEqual({});
    expect(audit).toContain(customer);
    expect(open).toContain(customer);

    const { alias, steps } = await erasure();
    expect(steps).toEqual([
      { target: 'Washdesk', state: 'done', detail: null },
      { target: 'Sitewatch of Joliet', state: 'done', detail: null },
      { target: 'Stripe', state: 'waiting', detail: expect.any(String) as string },
    ]);
    // a wash written after the erasure would bring the plate back
    expect(site.asked.map((asked) => asked.name).filter((asked) => /record-usage|erase-customer/.test(asked))).toEqual([
      'sitewatch.record-usage',
      'sitewatch.erase-customer',
    ]);
    const erased = site.asked.filter(({ name: command }) => command === 'sitewatch.erase-customer').map(({ payload }) => payload);
    expect(erased).toContainEqual({
      objid: 4711,
      codes: expect.arrayContaining([plate, formerPlate]) as string[],
      until: expect.stringMatching(/^2026-07-02 10:/) as string,
    });

    // the books are whole
    const books = cloud.database.db.selectFrom('mirror_charge').select(['id', 'amount', 'site']).where('customer', '=', alias);
    expect(await books.execute()).toEqual(charged);
    const usages = cloud.database.db.selectFrom('usage').select(['customer', 'code', 'site']).where('customer', '=', alias);
    expect(await usages.execute()).toEqual([{ customer: alias, code: 'erased', site: 12 }]);

    await sealAudit(cloud.database.db, openLog('silent'));
    expect((await verifyAudit(cloud.database.db, null)).faults).toEqual([]);
  });

  it('is not undone by a late event of Stripe', async () => {
    const [charge] = cloud.stripe.store.list('charge').filter((one) => one.customer === customer);
    await cloud.sdk.charges.update(charge!.id, { description: `${name} ${plate}` });
    await cloud.settled();
    expect(Object.keys(await search(traces))).toEqual([]);
  });

  it('has Stripe redact when the last payment is 90 days old, and then names the customer no more', async () => {
    await cloud.clock.moveTo('2026-10-05T12:00:00Z');
    await cloud.database.db
      .updateTable('erasure')
      .set({ due: new Date(0) })
      .execute();
    const due = async (): Promise<true | null> => {
      if ((await erasure()).finished !== null) return true;
      await cloud.database.db
        .updateTable('erasure')
        .set({ due: new Date(0) })
        .execute();
      await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 86_400_000).toISOString());
      return null;
    };
    await until('the erasure has ended', due);
    expect(await erasure()).toMatchObject({
      customer: null,
      steps: [{ state: 'done' }, { state: 'done' }, { target: 'Stripe', state: 'done' }],
    });
    const charges = cloud.stripe.store.list('charge').filter((one) => one.customer === customer);
    expect(charges.map(({ description }) => description)).toEqual(charges.map(() => '[redacted]'));
    await cloud.settled();
    expect(Object.keys(await search([...traces, customer.toLowerCase()]))).toEqual(['audit']);
  });

  const sale = { terminal: null, employee: null, planName: null, total: 900, tax: 0, status: 0, customer: null };

  it('is not undone by sales that a site reports long after, nor by its list of codes', async () => {
    const { alias } = await erasure();
    await site.tell('sale', { ...sale, saleId: 91, code: plate, created: '2026-07-02 10:29:00' });
    await site.tell('sale', { ...sale, saleId: 92, code: formerPlate.slice(0, -3), created: '2026-03-01 08:00:00' });
    site.answers['sitewatch.all-codes'] = () => ({
      codes: [
        { objid: 1, customer: 4711, code: plate },
        { objid: 2, customer: 4712, code: 'NOBODY1-IL' },
      ],
    });
    await cloud.database.db.deleteFrom('sitewatch_code_copy').execute();
    await site.online(cloud);
    const codes = cloud.database.db.selectFrom('sitewatch_code').select('code');
    expect(await until('the codes are copied', async () => ((await codes.execute()).length > 0 ? codes.execute() : null))).toEqual([
      { code: 'NOBODY1-IL' },
    ]);
    expect(Object.keys(await search([...traces, customer.toLowerCase()]))).toEqual(['audit']);
    const sales = cloud.database.db.selectFrom('sitewatch_sale').select(['sale_id', 'customer', 'code', 'total']).orderBy('sale_id');
    expect(await sales.execute()).toEqual([91, 92].map((id) => ({ sale_id: id, customer: alias, code: null, total: 900 })));
  });

  it('is repeated at a Sitewatch that was restored from an older backup, only where the number is still the same person’s', async () => {
    const restored = async (listed: string) => {
      site.asked.length = 0;
      site.answers['sitewatch.codes'] = () => ({ codes: [{ objid: 1, customer: 4711, code: listed }] });
      await site.tell('sitewatch-restored', { until: null });
      return until('the site was asked to erase again', () =>
        site.askedFor('sitewatch.erase-customer').find(({ payload }) => (payload as { objid: number | null }).objid === 4711),
      );
    };
    expect((await restored(plate)).payload).toMatchObject({ objid: 4711, codes: [plate] });
    expect((await restored('OTHER9-IL')).payload).toMatchObject({ objid: 4711, codes: [] });
    const left = cloud.database.db.selectFrom('job').select('key').where('what', '=', 'sitewatch.erase').where('state', '=', 'pending');
    await until('nothing is left to erase', async () => ((await left.execute()).length === 0 ? true : null));
    expect(Object.keys(await search([...traces, customer.toLowerCase()]))).toEqual(['audit']);
  });

  it('leaves the plate to a new member, and to a walk-in, who come later', async () => {
    await site.tell('sale', { ...sale, saleId: 93, code: plate, created: '2026-11-01 09:00:00' });
    const { customer: next } = await cloud.member({ plate });
    await site.tell('sale', { ...sale, saleId: 94, code: plate, created: '2026-11-02 09:00:00' });
    await site.tell('sale', { ...sale, saleId: 95, code: plate, created: '2026-07-02 09:00:00' });
    const sales = cloud.database.db.selectFrom('sitewatch_sale').select(['sale_id', 'customer', 'code']).where('sale_id', '>', 92);
    expect(await sales.orderBy('sale_id').execute()).toEqual([
      { sale_id: 93, customer: null, code: plate },
      { sale_id: 94, customer: next, code: plate },
      { sale_id: 95, customer: (await erasure()).alias, code: null },
    ]);
  });

  it('ends although a new member has the plate meanwhile', async () => {
    const { customer: leaving } = await cloud.member({ plate: 'TWICE1-IL' });
    site.answers['sitewatch.erase-customer'] = () => ({ refused: 'unavailable' });
    await ok(admin.post(`/customer/${leaving}/erasure`, { reason: 'requested' }));
    const stepsOf = async () => (await erasure()).steps;
    await until('the site was asked', async () => ((await stepsOf())[1]?.detail ? true : null));
    const { customer: next } = await cloud.member({ plate: 'TWICE1-IL' });
    site.answers['sitewatch.erase-customer'] = () => ({ found: true });
    await cloud.database.db
      .updateTable('job')
      .set({ due: new Date(0) })
      .where('what', '=', 'sitewatch.erase')
      .execute();
    await cloud.database.db.updateTable('site_agent').set({ roster_seq: 100_000 }).execute();
    await until('the erasure is done', async () => ((await stepsOf())[0]?.state === 'done' ? true : null));
    const codes = cloud.database.db.selectFrom('customer_code').select('customer').where('code', '=', 'TWICE1-IL');
    expect(await codes.execute()).toEqual([{ customer: next }]);
  });

  it('of an unknown customer is refused', async () => {
    expect(await admin.post('/customer/cus_unknown/erasure', { reason: 'requested' })).toMatchObject({ status: 404 });
  });
});

describe('an erasure of a customer with a loose text', () => {
  const other = { name: 'Smith, Maria', email: 'maria@gmail.com', phone: '+18155550188' };
  let bystander: string;
  let before: Record<string, number>;
  const rowsOfOther = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const table of ['answer', 'audit_personal', 'client_error', 'customer_code', 'job', 'mirror_customer', 'operation']) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} t
        where t::text like any(${[`%${bystander}%`, `%${other.email}%`]}::text[])`.execute(cloud.database.db);
      counts[table] = rows[0]!.count;
    }
    return counts;
  };

  beforeAll(async () => {
    ({ customer: bystander } = await cloud.member({ plate: 'STAND1-IL' }));
    await ok(cashier.post(`/customer/${bystander}`, { ...other, base: { name: 'Moore, Ada' } }));
    await ok(support.post('/status/error', { error: `Cannot show Smith of ${other.email}`, path: '/redeem' }));
    const body = JSON.stringify({ customer: bystander, status: 'active', ...other });
    const answer = { principal: 'staff:1', route: '/x', key: randomUUID(), request_hash: Buffer.from('x'), status: 200, body };
    await cloud.database.db
      .insertInto('answer')
      .values({ ...answer, created: new Date() })
      .execute();
    await cloud.settled();
    before = await rowsOfOther();
  });

  it('begins with rows of another customer', () => {
    expect(before).toMatchObject({ answer: 1, client_error: 1, customer_code: 1, mirror_customer: 1 });
    expect(Math.min(before['audit_personal']!, before['operation']!)).toBeGreaterThan(0);
  });

  it.each([
    ['the name @gmail.com', { name: '@gmail.com' }, 'LOOSE1-IL'],
    ['the name Smith', { name: 'Smith' }, 'LOOSE2-IL'],
    ['a word as name', { name: 'active' }, 'LOOSE3-IL'],
    ['the end of another’s address and plate', { email: 'aria@gmail.com' }, 'TAND1-IL'],
    ['another’s phone number and name', { name: other.name, phone: other.phone }, 'LOOSE4-IL'],
  ])('takes no row of another customer by %s', async (_what, has, code) => {
    const { customer: leaving } = await cloud.member({ plate: code });
    await cloud.sdk.customers.update(leaving, has);
    await cloud.settled();
    await ok(admin.post(`/customer/${leaving}/erasure`, { reason: 'requested' }));
    await cloud.database.db.updateTable('site_agent').set({ roster_seq: 100_000 }).execute();
    await until('the erasure is done', async () => ((await erasure()).steps[0]?.state === 'done' ? true : null));
    expect(await rowsOfOther()).toEqual(before);
  });
});

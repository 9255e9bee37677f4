import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import type { CommandPayload } from '@washdesk/site-protocol/commands';
import { until } from '@washdesk/test-support/until';
import { openTwoSites, convergencesOf, type TwoSites } from './two-sites.fixture.ts';

let at: TwoSites;

beforeAll(async () => {
  at = await openTwoSites();
});
afterAll(() => at.stop());
beforeEach(() => at.begin());

async function subscribe(customer: string): Promise<void> {
  await at.cloud.sdk.subscriptions.create({ customer, items: [{ price: 'price_SuperKiss_12' }] });
  await at.cloud.settled();
}

const away = { code: 'still_pending', details: { site: 12, reason: 'Can’t reach the Sitewatch of Joliet' } };

describe('a customer in Sitewatch', () => {
  it('is known at every site as soon as they are in the mirror', async () => {
    const { customer, plate } = await at.member();
    expect([convergencesOf(at.joliet, plate), convergencesOf(at.merrillville, plate)]).toMatchObject([[{}], [{}]]);
    const links = await at.cloud.database.db
      .selectFrom('sitewatch_link')
      .select(['site', 'objid'])
      .where('customer', '=', customer)
      .execute();
    expect(links.toSorted((a, b) => a.site - b.site)).toEqual([
      { site: 12, objid: 17 },
      { site: 27, objid: 71 },
    ]);
  });

  it.each<[string, (who: { customer: string; plate: string }) => object]>([
    ['customer', ({ customer }) => ({ customer })],
    ['stripeCustomer', ({ customer }) => ({ stripeCustomer: customer })],
    ['CustomerCode', ({ plate }) => ({ CustomerCode: plate.toLowerCase() })],
  ])('is sent again on request, by %s', async (_name, body) => {
    const who = await at.member();
    expect(await at.cashier.post('/firebird/customer', body(who))).toEqual({ status: 200, body: { customer_objid: 17, site: 12 } });
    await at.noJobIsPending();
    expect([convergencesOf(at.joliet, who.plate), convergencesOf(at.merrillville, who.plate)].map((all) => all.length)).toEqual([2, 2]);
  });

  it('is answered from the job that an operation enqueued, once', async () => {
    const { customer, plate } = await at.member();
    const operation = randomUUID();
    await at.cashier.post(`/customer/${customer}/metadata`, { bademail: 'true' }, { key: operation });
    expect(await at.cashier.post('/firebird/customer', {}, { operation })).toEqual({ status: 200, body: { customer_objid: 17, site: 12 } });
    expect(convergencesOf(at.joliet, plate)).toHaveLength(1);
    expect(await at.cashier.post('/firebird/customer', {}, { operation: randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'operation_not_found' },
    });
  });

  it('stays pending for a site that cannot be reached, which gets it when it is back; another site waits for nothing', async () => {
    await at.joliet.online(at.cloud, false);
    const plate = at.newPlate();
    const { customer } = await at.cloud.member({ plate });
    expect(await at.cashier.post('/firebird/customer', { customer })).toMatchObject({
      status: 503,
      body: { ...away, message: 'Error Updating Customer in Sitewatch' },
    });
    await until('Merrillville was told', () => convergencesOf(at.merrillville, plate)[0]);
    expect(convergencesOf(at.joliet, plate)).toEqual([]);
    const waiting = async () => (await at.cashier.get<CustomerSummary>(`/customer/${customer}/summary`)).body.waiting;
    expect(await waiting()).toEqual([{ site: 12, siteName: 'Joliet', count: 1 }]);
    await at.joliet.online(at.cloud);
    await until('Joliet was told', () => convergencesOf(at.joliet, plate)[0]);
    await at.noJobIsPending();
    expect(await waiting()).toEqual([]);
  });

  it('that is unknown is not found, and no customer is none', async () => {
    expect(await at.cashier.post('/firebird/customer', { customer: 'cus_none' })).toMatchObject({
      status: 404,
      body: { code: 'customer_not_found' },
    });
    expect(await at.cashier.post('/firebird/customer', { CustomerCode: 'NONE1-IL' })).toMatchObject({ status: 404 });
    expect(await at.cashier.post('/firebird/customer', {})).toMatchObject({ status: 400 });
  });

  it('is shown by code, with the customer at the payment provider', async () => {
    const { customer, plate } = await at.member();
    const plan = { planName: 'STR Super Kiss', isStripe: true, productClass: 'Super Kiss', starts: '2026-11-01', expires: '2026-12-09' };
    const found = { objid: 17, firstName: 'Ada', lastName: 'Moore', codes: [{ objid: 4, code: plate }], plans: [plan] };
    at.joliet.answers['sitewatch.customer-by-code'] = ({ code }) => ({ customer: code === plate ? found : null });
    expect(await at.cashier.get(`/firebird/customercode/${plate.toLowerCase()}`)).toEqual({
      status: 200,
      body: {
        customer_objid: 17,
        customer,
        FirstName: 'Ada',
        LastName: 'Moore',
        codes: [{ OBJID: 4, CODE: plate, CUSTOMER: 17 }],
        plans: [{ PlanName: 'STR Super Kiss', ProductClass: 'Super Kiss', starts: '2026-11-01', expires: '2026-12-09', isStripe: true }],
      },
    });
    expect(await at.cashier.get('/firebird/customercode/NONE1-IL')).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
  });

  it('is shown by a code that only the site knows, and only if the site lists a code of theirs', async () => {
    const { customer, plate } = await at.member();
    const codes = [
      { objid: 4, code: plate },
      { objid: 5, code: 'SITE5-IL' },
    ];
    const found = { objid: 17, firstName: 'Ada', lastName: 'Moore', codes, plans: [] };
    at.joliet.answers['sitewatch.customer-by-code'] = () => ({ customer: found });
    expect(await at.cashier.get('/firebird/customercode/SITE5-IL')).toMatchObject({ body: { customer } });
    at.joliet.answers['sitewatch.customer-by-code'] = () => ({ customer: { ...found, codes: codes.slice(1) } });
    expect(await at.cashier.get(`/firebird/customercode/${plate}`)).toMatchObject({ body: { customer: null } });
  });

  it.each(['/firebird/customercode/CLUB7-IL', '/dxt/CLUB8-IL/clubplan', '/firebird/sales?code=CLUB9-IL'])(
    'whom only Sitewatch knows is recorded as seen by code: %s',
    async (path) => {
      const [code] = /CLUB\d-IL/.exec(path)!;
      const found = { objid: 18, firstName: 'Eva', lastName: 'Park', codes: [{ objid: 5, code }], plans: [] };
      at.joliet.answers['sitewatch.customer-by-code'] = () => ({ customer: found });
      const sale = {
        saleId: 1,
        created: '2026-11-21 09:30:00',
        terminal: null,
        employee: null,
        planName: null,
        total: 0,
        tax: 0,
        status: 0,
      };
      at.joliet.answers['sitewatch.sales'] = () => ({ sales: [{ ...sale, code }] });
      expect((await at.cashier.get(path)).status).toBe(200);
      const seen = at.cloud.database.db.selectFrom('customer_read').select(['customer', 'site']).where('customer', 'like', 'code:%');
      expect(await seen.execute()).toContainEqual({ customer: `code:${code}`, site: 12 });
    },
  );

  it('loses the comment under either number, where there is one', async () => {
    const { customer } = await at.member();
    at.joliet.answers['sitewatch.clear-comment'] = ({ objid }) => ({ found: objid === 17 });
    const cleared = { status: 200, body: { customer_objid: 17, site: 12 } };
    expect([await at.cashier.delete(`/firebird/comment/${customer}`), await at.cashier.delete('/firebird/comment/17')]).toEqual([
      cleared,
      cleared,
    ]);
    expect([await at.cashier.delete('/firebird/comment/18'), await at.cashier.delete('/firebird/comment/cus_none')]).toMatchObject([
      { status: 404 },
      { status: 404 },
    ]);
    const audited = at.cloud.database.db
      .selectFrom('whole_audit')
      .select(['subject', 'why'])
      .where('action', '=', 'sitewatch-comment.deleted');
    expect(await audited.execute()).toEqual([
      { subject: 'sitewatch:12:17', why: null },
      { subject: 'sitewatch:12:17', why: null },
    ]);
  });
});

describe('a plan in Sitewatch', () => {
  const disable = { CustomerCode: 'CLUB1-IL', ProductClass: 'Gold', expirationdate: '2026-11-21' };
  const gold = { planName: 'Gold Club', isStripe: false, productClass: 'Gold', starts: '2026-01-01', expires: '2026-11-21' };

  it('is what the operation has brought about', async () => {
    const { customer } = await at.member();
    await subscribe(customer);
    const operation = randomUUID();
    await at.cashier.post(`/customer/${customer}/metadata`, { bademail: 'true' }, { key: operation });
    const { status, body } = await at.cashier.post('/firebird/activateplan', { ...disable, ProductClass: 'Interior' }, { operation });
    expect({ status, body }).toMatchObject({ status: 200, body: { ProductClass: 'Super Kiss', site: 12 } });
    const { plan } = at.joliet.askedFor('sitewatch.converge').at(-1)!.payload as CommandPayload<'sitewatch.converge'>;
    expect(body['expirationdate']).toBe(plan?.expires);
  });

  it('that a site refuses is said with its reason', async () => {
    const { customer } = await at.member();
    at.joliet.answers['sitewatch.converge'] = () => ({ refused: 'rejected' });
    await subscribe(customer);
    const operation = randomUUID();
    await at.cashier.post(`/customer/${customer}/metadata`, { bademail: 'true' }, { key: operation });
    expect(await at.cashier.post('/firebird/activateplan', {}, { operation })).toMatchObject({
      status: 409,
      body: { code: 'refused', message: 'Error Activating Plan in Sitewatch', details: { reason: 'Sitewatch of Joliet: not now' } },
    });
  });

  it('is ended by hand at this site and then at every other one, by a manager', async () => {
    for (const site of [at.joliet, at.merrillville]) site.answers['sitewatch.activate-plan'] = () => ({ found: true, plan: gold });
    const holder = { objid: 7, firstName: 'Ann', lastName: 'Moore', codes: [] };
    const plans = [
      { ...gold, expires: null },
      { ...gold, planName: 'Wax', productClass: 'Wax' },
    ];
    at.joliet.answers['sitewatch.customer-by-code'] = () => ({ customer: { ...holder, plans } });
    expect(await at.cashier.post('/firebird/activateplan', disable)).toMatchObject({ status: 403 });
    expect(at.joliet.askedFor('sitewatch.activate-plan')).toEqual([]);
    expect(await at.manager.post('/firebird/activateplan', disable)).toEqual({
      status: 200,
      body: { PlanName: 'Gold Club', ProductClass: 'Gold', expirationdate: '2026-11-21', site: 12 },
    });
    const payload = { code: 'CLUB1-IL', productClass: 'Gold', expires: '2026-11-21', today: '2026-11-21' };
    expect(at.joliet.askedFor('sitewatch.activate-plan')).toMatchObject([{ payload }]);
    await until('Merrillville ends it too', () => at.merrillville.askedFor('sitewatch.activate-plan')[0]);
    expect(at.merrillville.askedFor('sitewatch.activate-plan')).toMatchObject([{ payload }]);
    const audit = await at.cloud.database.db
      .selectFrom('whole_audit')
      .select(['before', 'after'])
      .where('action', '=', 'sitewatch-plan.set')
      .execute();
    const before = { plans: [{ planName: 'Gold Club', expires: null }] };
    expect(audit).toEqual([{ before, after: { productClass: 'Gold', expires: '2026-11-21' } }]);
  });

  it('that runs at Stripe is not ended by hand, for it would come back; another of the same car is', async () => {
    const { customer, plate } = await at.member();
    await subscribe(customer);
    await at.noJobIsPending();
    for (const site of [at.joliet, at.merrillville]) site.answers['sitewatch.activate-plan'] = () => ({ found: true, plan: gold });
    const wanted = { ...disable, CustomerCode: plate.toLowerCase() };
    expect(await at.manager.post('/firebird/activateplan', { ...wanted, ProductClass: 'Super Kiss' })).toMatchObject({
      status: 409,
      body: { code: 'plan_at_stripe', details: { customer } },
    });
    expect(at.joliet.askedFor('sitewatch.activate-plan')).toEqual([]);
    expect((await at.manager.post('/firebird/activateplan', wanted)).status).toBe(200);
    await at.noJobIsPending();
  });

  it('of an unknown customer, or that does not run, is not found', async () => {
    at.joliet.answers['sitewatch.activate-plan'] = ({ code }) => ({ found: code === 'CLUB2-IL', plan: null });
    at.merrillville.answers['sitewatch.activate-plan'] = () => ({ found: false, plan: null });
    expect(await at.manager.post('/firebird/activateplan', { ...disable, CustomerCode: 'CLUB2-IL' })).toMatchObject({
      status: 404,
      body: { code: 'plan_not_found', message: 'No Active Club Plan Found For this Plate/Tag' },
    });
    expect(await at.manager.post('/firebird/activateplan', { ...disable, CustomerCode: 'CLUB3-IL' })).toMatchObject({
      status: 404,
      body: { code: 'code_not_found' },
    });
    await at.noJobIsPending();
  });

  it('of a member stays what Stripe says when a cashier asks for more', async () => {
    const { plate } = await at.member();
    const wanted = { code: plate, ProductClass: 'Super Kiss', expirationdate: '2030-01-01' };
    expect(await at.cashier.post('/firebird/activateplan', wanted)).toMatchObject({
      status: 200,
      body: { ProductClass: null, expirationdate: null },
    });
    expect(at.joliet.askedFor('sitewatch.activate-plan')).toEqual([]);
  });
});

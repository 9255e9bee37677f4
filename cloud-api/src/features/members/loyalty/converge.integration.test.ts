import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { postgresLoyalty } from '../../../adapters/postgres-loyalty/postgres-loyalty.ts';
import { plans, plus, plusMembers, startCompany, type Company } from './company.fixture.ts';
import { convergeCustomer } from './converge.ts';

let company: Company;

beforeAll(async () => {
  company = await startCompany();
});
afterAll(() => company.cloud.stop());

describe('the loyalty system is converged', () => {
  it('after a sign-up, a plan change and a termination', async () => {
    const card = company.freshCard();
    const { id, subscription } = await company.member({ card });
    expect(await company.becomes(id, { groups: [plans] })).toMatchObject({
      TheCardNumber: card,
      LastName: 'Moore',
      FirstName: 'Ada',
      linked: true,
    });
    expect(await company.manager.post(`/subscription/${subscription}/upgrade`, { price: plus })).toMatchObject({ status: 200 });
    await company.becomes(id, { groups: [plusMembers] });
    expect(await company.manager.post(`/subscription/${subscription}/terminate`, { reason: 'Moved away' })).toMatchObject({ status: 200 });
    expect(await company.becomes(id, { groups: ['None'] })).toMatchObject({ TheCardNumber: card, linked: true });
  });

  it("after an edit at Stripe's dashboard: of the person, the plate, the card and the plan", async () => {
    const { id, subscription } = await company.member();
    await company.becomes(id, { groups: [plans], TheCardNumber: null });
    const card = company.freshCard();
    await company.cloud.sdk.customers.update(id, { name: 'Lee, Zoë', phone: '815-555-0102', address: { postal_code: '60435' } });
    await company.atStripe(id, { TheCardNumber: card, SecondaryCode: '54321+000777' });
    const told = { LastName: 'Lee', FirstName: 'Zoë', CellPhone: '815-555-0102', Zipcode: '60435', SecondaryCode: '54321+000777' };
    await company.becomes(id, { TheCardNumber: card, ...told });
    // a wash plan with the plate of an interior plan
    await company.atStripe(id, { CustomerCode: 'WRONG1-HI' });
    await company.becomes(id, { groups: ['None'] });
    await company.atStripe(id, { CustomerCode: company.freshPlate(), TheCardNumber: '' });
    expect(await company.becomes(id, { groups: [plans], TheCardNumber: null })).toMatchObject({ LastName: null, linked: true });
    expect(await company.lookup(card)).toMatchObject({ status: 404, body: { code: 'card_not_found' } });
    await company.cloud.sdk.subscriptions.cancel(subscription);
    await company.cloud.settled();
    await company.becomes(id, { groups: ['None'] });
  });

  it('and a card goes to the customer who has it now', async () => {
    const card = company.freshCard();
    const [former, next] = [await company.customer({ TheCardNumber: card }), await company.customer()];
    await company.becomes(former, { TheCardNumber: card });
    await company.atStripe(next, { TheCardNumber: card });
    await company.atStripe(former, { TheCardNumber: '' });
    await company.becomes(next, { TheCardNumber: card });
    await company.becomes(former, { TheCardNumber: null });
    expect((await company.lookup(card)).body).toMatchObject({ customer: next });
  });

  it('one that two customers have belongs to the one whom lanes choose, whichever was converged last', async () => {
    const card = company.freshCard();
    const idle = await company.customer({ TheCardNumber: card });
    await company.becomes(idle, { TheCardNumber: card });
    const { id: paying } = await company.member({ card });
    await company.becomes(paying, { TheCardNumber: card });
    await company.becomes(idle, { TheCardNumber: null });
    await company.atStripe(idle, { CarColor: 'Red' });
    expect(await company.cashier.post('/thecard', { customer: idle })).toMatchObject({ status: 409, body: { code: 'card_taken' } });
    expect(await company.cashier.post('/logix', { customer: idle })).toMatchObject({
      status: 200,
      body: { TheCardNumber: null, linked: true },
    });
    expect((await company.lookup(card)).body).toMatchObject({ customer: paying });
    expect(await company.auditsOf(`loyalty-card:${card}`)).toMatchObject([
      { action: 'loyalty-card.moved', actor: 'loyalty', before: { customer: idle }, after: { customer: paying } },
    ]);
  });

  it('and its move is audited once, also where the one who gives it up is converged first', async () => {
    const card = company.freshCard();
    const idle = await company.customer({ TheCardNumber: card });
    const { id: paying } = await company.member({ card });
    await company.becomes(paying, { TheCardNumber: card });
    await company.becomes(idle, { TheCardNumber: null });
    await company.cloud.settled();
    await until('no job is on its way', async () => {
      const jobs = [...(await company.jobs(idle)), ...(await company.jobs(paying))];
      return jobs.every(({ state }) => state === 'done') || null;
    });
    const { db } = company.cloud.database;
    const loyalty = postgresLoyalty(db);
    const held = (await loyalty.member(paying))!;
    const at = new Date('2027-03-01T12:00:00Z');
    await loyalty.converge({ customer: paying, groups: held.groups, card: null }, at);
    await loyalty.converge({ customer: idle, groups: [], card: held.card }, at);
    const parts = { db, loyalty, clock: { now: () => at }, goodDays: async () => 7, placeholderEmailDomain: async () => 'none.invalid' };
    const converge = convergeCustomer(parts);
    for (const customer of [idle, paying, idle]) await converge(customer, { requestId: 'test' });
    expect((await company.auditsOf(`loyalty-card:${card}`)).at(-1)).toMatchObject({
      before: { customer: idle },
      after: { customer: paying },
    });
    const later = await db
      .selectFrom('whole_audit')
      .select('id')
      .where('subject', '=', `loyalty-card:${card}`)
      .where('at', '=', at)
      .execute();
    expect(later).toHaveLength(1);
  });

  it('and the card of a deleted customer is free again', async () => {
    const card = company.freshCard();
    const id = await company.customer({ TheCardNumber: card });
    await company.becomes(id, { TheCardNumber: card });
    expect(await company.manager.delete(`/customer/${id}?reason=gone`)).toMatchObject({ status: 200 });
    await company.becomes(id, { TheCardNumber: null, linked: false });
    expect(await company.lookup(card)).toMatchObject({ status: 404 });
    const next = await company.customer();
    expect(await company.cashier.post('/thecard', { customer: next, TheCardNumber: card })).toMatchObject({
      status: 200,
      body: { TheCardNumber: card },
    });
    expect(await company.cashier.post('/logix', { customer: id })).toMatchObject({ status: 409, body: { code: 'customer_deleted' } });
  });
});

describe('the steps of a sign-up', () => {
  it('answer the jobs of the sign-up, in whatever order and however often', async () => {
    const card = company.freshCard();
    const { id, key } = await company.member({ card, PlanId: plus });
    for (const path of ['/thecard', '/logix', '/logix/groups', '/thecard']) {
      const { status, body } = await company.cashier.post(path, { customer: 'cus_of_nobody' }, { operation: key });
      expect({ path, status, body }).toMatchObject({
        status: 200,
        body: { customer: id, TheCardNumber: card, groups: [plusMembers], linked: true },
      });
    }
    expect(await company.jobs(id)).toMatchObject([{ state: 'done', result: { card, groups: [plusMembers], linked: true } }]);
  });

  it('say that there is no card, no operation, or another customer’s operation', async () => {
    const { key } = await company.member();
    expect(await company.cashier.post('/thecard', {}, { operation: key })).toMatchObject({ status: 409, body: { code: 'no_card' } });
    expect(await company.cashier.post('/logix', {}, { operation: randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'operation_not_found' },
    });
    expect(await company.cashier.post('/logix', {})).toMatchObject({ status: 400 });
  });

  it('work for a customer without a job, such as one who was there before Washdesk', async () => {
    const { id, key } = await company.member();
    await company.becomes(id, { groups: [plans] });
    await company.cloud.database.db.deleteFrom('job').where('customer', '=', id).execute();
    await company.cloud.database.db.deleteFrom('loyalty_member').where('customer', '=', id).execute();
    expect(await company.cashier.post('/logix', {}, { operation: key })).toMatchObject({
      status: 200,
      body: { customer: id, groups: [plans] },
    });
    await company.cloud.database.db.deleteFrom('loyalty_member').where('customer', '=', id).execute();
    expect(await company.held(id)).toMatchObject({ groups: [plans], linked: true });
  });
});

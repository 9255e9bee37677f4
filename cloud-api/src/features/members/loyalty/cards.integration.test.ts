import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plans, plusMembers, startCompany, type Company } from './company.fixture.ts';

let company: Company;

beforeAll(async () => {
  company = await startCompany();
});
afterAll(() => company.cloud.stop());

describe('registering a card', () => {
  it('gives its number to the customer, at Stripe too, once', async () => {
    const [card, key] = [company.freshCard(), randomUUID()];
    const id = await company.customer();
    const register = () => company.cashier.post('/thecard', { stripeCustomer: id, TheCardNumber: card }, { key });
    const answers = [await register(), await register()];
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { customer: id, TheCardNumber: card } });
    expect(company.cloud.stripe.store.get('customer', id)?.metadata).toMatchObject({ TheCardNumber: card });
    expect(await company.auditsOf(`customer:${id}`)).toMatchObject([{ action: 'loyalty-card.registered', before: { TheCardNumber: '' } }]);
    expect((await company.lookup(card)).body).toMatchObject({ customer: id });
    await company.cloud.settled();
    expect(await company.held(id)).toMatchObject({ TheCardNumber: card });
  });

  it('is refused if it is another customer’s, is none, or the customer has none', async () => {
    const card = company.freshCard();
    const [owner, other] = [await company.customer({ TheCardNumber: card }), await company.customer()];
    const { status, body } = await company.cashier.post('/thecard', { customer: other, TheCardNumber: card });
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'card_taken', details: { customers: [{ id: owner }] } } });
    expect(await company.cashier.post('/thecard', { customer: other, TheCardNumber: '629892234000000001' })).toMatchObject({ status: 400 });
    expect(await company.cashier.post('/thecard', { customer: other, TheCardNumber: '' })).toMatchObject({
      status: 409,
      body: { code: 'no_card' },
    });
    expect(await company.cashier.post('/thecard', { customer: 'cus_nobody', TheCardNumber: card })).toMatchObject({ status: 404 });
    expect(company.cloud.stripe.store.get('customer', other)?.metadata).not.toHaveProperty('TheCardNumber');
  });

  it('by two customers at once is done for one of them', async () => {
    const card = company.freshCard();
    const both = [await company.customer(), await company.customer()];
    const answers = await Promise.all(both.map((id) => company.cashier.post('/thecard', { customer: id, TheCardNumber: card })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = both[answers.findIndex(({ status }) => status === 200)];
    expect((await company.lookup(card)).body).toMatchObject({ customer: winner });
  });
});

describe('changes by hand', () => {
  async function cardHolder() {
    const card = company.freshCard();
    const { id } = await company.member({ card });
    await company.becomes(id, { TheCardNumber: card, groups: [plans] });
    return { id, card };
  }

  it('are for SalesManager and above', async () => {
    const { card } = await cardHolder();
    for (const answer of [
      await company.cashier.post(`/thecard/${card}/groups/None`),
      await company.cashier.post(`/thecard/${card}/Zipcode/60436`),
      await company.cashier.put(`/thecard/${card}`, { Zipcode: '60436' }),
      await company.cashier.delete(`/logix/${card}`),
      await company.cashier.post('/logix/groups', { cardNumber: card, groups: ['None'] }),
    ]) {
      expect(answer.status).toBe(403);
    }
  });

  it('of the groups stay until the customer changes, and are audited', async () => {
    const { id, card } = await cardHolder();
    const before = (await company.auditsOf(`customer:${id}`)).length;
    expect(await company.manager.post(`/thecard/${card}/groups/${encodeURIComponent(plusMembers)}`)).toMatchObject({
      body: { groups: [plusMembers] },
    });
    expect(await company.manager.post('/logix/groups', { cardNumber: card, groups: ['None'] })).toMatchObject({
      status: 200,
      body: { groups: ['None'] },
    });
    expect(await company.manager.delete(`/logix/${card}`)).toMatchObject({
      body: { groups: ['None'], linked: false, TheCardNumber: card },
    });
    expect(await company.held(id)).toMatchObject({ groups: ['None'], linked: false });
    expect((await company.auditsOf(`customer:${id}`)).slice(before)).toMatchObject([
      { action: 'loyalty-groups.changed', before: { groups: [plans] }, after: { groups: [plusMembers] } },
      { action: 'loyalty-groups.changed', after: { groups: ['None'], linked: true } },
      { action: 'loyalty-groups.removed', before: { linked: true }, after: { linked: false } },
    ]);
    expect(await company.cashier.post('/logix/groups', { customer: id })).toMatchObject({
      status: 200,
      body: { groups: [plans], linked: true },
    });
    expect(await company.manager.post('/logix/groups', { customer: id, groups: ['None', plans] })).toMatchObject({ status: 400 });
    expect(await company.manager.post(`/thecard/${card}/groups/VIP`)).toMatchObject({ status: 400 });
  });

  it('of a card’s fields are checked like a customer’s', async () => {
    const { id, card } = await cardHolder();
    expect(await company.manager.post(`/thecard/${card}/NPCStatus/VIP`)).toMatchObject({ status: 200, body: { NPCStatus: 'VIP' } });
    expect(await company.manager.post(`/thecard/${card}/SecondaryCode/${encodeURIComponent('54321+000001')}`)).toMatchObject({
      body: { SecondaryCode: '54321+000001' },
    });
    expect(await company.manager.put(`/thecard/${card}`, { Email: 'ada@moore.test', SecondaryCode: '' })).toMatchObject({
      body: { Email: 'ada@moore.test', SecondaryCode: null, NPCStatus: 'VIP' },
    });
    for (const bad of ['Zipcode/123', 'Email/nobody', 'Points/100']) {
      expect(await company.manager.post(`/thecard/${card}/${bad}`)).toMatchObject({ status: 400 });
    }
    expect(await company.manager.put(`/thecard/${company.freshCard()}`, { Zipcode: '60436' })).toMatchObject({
      status: 404,
      body: { code: 'card_not_found' },
    });
    // the next change restores the customer's own data; the card's own data stay
    await company.atStripe(id, { SecondaryCode: '54321+000002' });
    await company.becomes(id, { SecondaryCode: '54321+000002', Email: null, NPCStatus: 'VIP' });
  });
});

describe('a customer’s card', () => {
  it('is empty for a customer without one, and not found for an unknown customer', async () => {
    const id = await company.customer();
    expect(await company.cashier.get(`/customer/${id}/thecard?noCache=true`)).toMatchObject({
      status: 200,
      body: { customer: id, TheCardNumber: null, LastName: null, groups: ['None'] },
    });
    expect(await company.cashier.get('/customer/cus_nobody/thecard')).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
    expect(await company.lookup('123')).toMatchObject({ status: 400 });
  });
});

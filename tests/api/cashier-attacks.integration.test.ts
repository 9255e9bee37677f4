import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnsweringSite } from '@washdesk/cloud-api/testing/answering-site';
import { ApiClient, cardHandlesOf } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { enrolledRegister, signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { staffOf } from '@washdesk/cloud-api/testing/staff';
import { Role, type RoleName } from '@washdesk/rules/company/roles';
import { idOf } from '@washdesk/stripe-simulator/stand-in.fixture';

let cloud: BillingCloud;
let site: AnsweringSite;
let cashier: ApiClient;
let user: ApiClient;
let manager: ApiClient;
let admin: ApiClient;
/** The attacked member's card, plan and unpaid invoice; and the cashier's accomplice. */
let victim: { customer: string; card: string; subscription: string };
let mine: { customer: string; card: string; subscription: string; invoice: string };

/** A client that uses the card handles that the API returns, as a browser does. */
const person = async (role: RoleName) => new ApiClient(cloud.url, await signedIn(cloud, { roles: Role[role] }));

const pinOfPriya = '471147';
const priya = { username: 'priya', password: 'sparkle-priya' };

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await person('Cashier');
  user = await person('User');
  manager = await person('SalesManager');
  admin = await person('Admin');
  const staff = staffOf(cloud);
  await staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.SalesManager, username: 'priya', password: priya.password });
  await staff.setPin(103, pinOfPriya);
  site = await AnsweringSite.at(12, cloud);
  site.answers['sitewatch.employee'] = ({ number }) => {
    const [firstName, lastName] = number === 103 ? ['Priya', 'Raman'] : ['Cal', 'Cashier'];
    return { employee: { number, firstName, lastName, active: true } };
  };
  await site.online(cloud);
  victim = await member('VICTIM1-IL');
  const ally = await member('ALLY1-IL');
  const { id } = await cloud.sdk.invoices.create({
    customer: ally.customer,
    collection_method: 'charge_automatically',
    auto_advance: false,
  });
  await cloud.sdk.invoiceItems.create({ customer: ally.customer, invoice: id, amount: 999, currency: 'usd' });
  await cloud.sdk.invoices.finalizeInvoice(id ?? '');
  mine = { ...ally, invoice: id ?? '' };
  await cloud.settled();
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

async function member(plate: string) {
  const { customer, card } = await cloud.member({ plate });
  const body = { stripeCustomer: customer, PlanId: 'price_SuperKiss_12', DoNotProrate: true };
  const started = await admin.post('/subscription', body);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return { customer, card: cardHandlesOf(cloud).handleOf(card), subscription: String(started.body['id']) };
}

/** Returns the total charged and refunded, and the owner of each card. */
const holdings = () => ({
  charges: cloud.stripe.store.list('charge').map(({ id, amount_captured, amount_refunded }) => ({ id, amount_captured, amount_refunded })),
  owners: cloud.stripe.store.list('payment_method').map((card) => [card.id, card.customer ? idOf(card.customer) : null]),
});

/** Expects that an attack moved no money and changed no card's owner, whatever its response. */
async function expectNoGain(attack: () => Promise<void>): Promise<void> {
  const before = holdings();
  await attack();
  expect(holdings()).toEqual(before);
}

/** Like `expectNoGain`, but allows a temporary hold on a card. */
async function expectNoCapture(attack: () => Promise<void>): Promise<void> {
  const captured = () => cloud.stripe.store.list('charge').reduce((sum, { amount_captured }) => sum + amount_captured, 0);
  const before = captured();
  await attack();
  expect(captured()).toBe(before);
}

const refusals = (answers: readonly { status: number; body: Record<string, unknown> }[]) =>
  answers.map(({ status, body }) => `${status} ${String(body['code'])}`);

describe('a cashier with the stored card of a member', () => {
  it('charges no amount of their own, with or without a sale, however the call is written', () =>
    expectNoGain(async () => {
      const card = { amount: 4_999, customerId: victim.customer, payment_method: victim.card };
      const bodies = [
        card,
        { ...card, saleid: '4711', originalamount: 4_999 },
        { ...card, usePayTerminal: 'no', location: 'tml_Joliet00000012', terminal: 'Washcashier1' },
        { ...card, employeeName: 'Priya Raman', employeeNumber: 103, roles: 256 },
        { ...card, confirm: true, amount: 60_000 },
      ];
      const answers = await Promise.all(bodies.map((body) => cashier.post('/paymentintent', body)));
      expect(new Set(refusals(answers))).toEqual(new Set(['403 forbidden']));
    }));

  it('is never shown its id at Stripe, whatever is asked', () =>
    expectNoGain(async () => {
      const { customer } = victim;
      const paths = [
        `/customer/${customer}/general`,
        `/customer/${customer}/cards`,
        `/customer/${customer}/cards?noCache=true`,
        `/customer/${customer}/subscriptions`,
        `/customer/${customer}/charges`,
        `/customer/${customer}/invoices`,
        `/customer/search/VICTIM1-IL`,
        `/subscription/${victim.subscription}`,
        `/paymentmethods/${victim.card}`,
      ];
      for (const path of paths) {
        const answer = await cashier.get(path);
        expect({ path, status: answer.status }).toEqual({ path, status: 200 });
        expect(JSON.stringify(answer.body), path).not.toMatch(/pm_/);
      }
      const shown = await cashier.get(`/paymentmethods/${victim.card}`);
      expect(shown.body).toMatchObject({ id: victim.card, customer });
      const id = cardHandlesOf(cloud).paymentMethodOf(victim.card);
      expect((await admin.get(`/paymentmethods/${victim.card}`)).body).toMatchObject({ id });
      expect((await admin.get(`/paymentmethods/${id}`)).body).toMatchObject({ id });
    }));

  it('cannot name it by its id at Stripe, from wherever that is known', () =>
    expectNoGain(async () => {
      const id = cardHandlesOf(cloud).paymentMethodOf(victim.card) ?? '';
      const { customer, subscription } = victim;
      const answers = [
        await manager.post('/paymentintent', { amount: 999, customerId: customer, payment_method: id }),
        await cashier.post('/paymentmethods/attach', { customer: mine.customer, payment_method: id }),
        await cashier.post('/paymentmethods/attach', { customer: mine.customer, PaymentMethodId: id }),
        await cashier.post('/subscription', { stripeCustomer: customer, PaymentMethodId: id, PlanId: 'price_SuperKiss_12' }),
        await cashier.post(`/subscription/${subscription}/upgrade`, { price: 'price_SuperKissPlus_12', PaymentMethodId: id }),
        await cashier.post(`/subscription/${subscription}/reinstate`, { PaymentMethodId: id }),
        await cashier.post(`/invoice/${mine.invoice}/pay?payment_method=${id}`),
        await manager.post('/refund', { amount: 999, notes: 'x', paymentMethod: id }),
        await manager.delete(`/paymentmethods/${id}?customerId=${customer}`),
        await cashier.get(`/paymentmethods/${id}`),
      ];
      expect(new Set(refusals(answers))).toEqual(new Set(['400 invalid_request']));
      for (const { body } of answers) expect(body['problems']).toMatchObject([{ message: 'must be a saved card from Washdesk' }]);
    }));

  it('cannot pay with it for another customer, nor with an invented handle', () =>
    expectNoGain(async () => {
      const other = victim.card;
      const answers = [
        await user.post('/paymentintent', { amount: 999, customerId: mine.customer, payment_method: other }),
        await cashier.post('/paymentmethods/attach', { customer: mine.customer, payment_method: other }),
        await cashier.post(`/subscription/${mine.subscription}/upgrade`, { price: 'price_SuperKissPlus_12', PaymentMethodId: other }),
        await cashier.post(`/invoice/${mine.invoice}/pay?payment_method=${other}`),
      ];
      expect(refusals(answers)).toEqual(answers.map(() => '409 not_their_card'));
      expect(await user.post('/refund', { amount: 999, notes: 'x', paymentMethod: other })).toMatchObject({ status: 403 });
      expect(await manager.delete(`/paymentmethods/${other}?customerId=${mine.customer}`)).toMatchObject({ status: 404 });
      for (const madeUp of [`${other.slice(0, -1)}${other.endsWith('A') ? 'B' : 'A'}`, `card-${'A'.repeat(58)}`]) {
        expect(await cashier.get(`/paymentmethods/${madeUp}`)).toMatchObject({ status: 404, body: { code: 'payment_method_not_found' } });
      }
    }));
});

describe('a cashier who talks to Stripe with the secret of a payment', () => {
  const confirm = (intent: string, payment_method: string) => cloud.sdk.paymentIntents.confirm(intent, { payment_method });

  async function begun(how: 'reader' | 'form', customer: string, by = user): Promise<string> {
    const body = { amount: 700, customerId: customer, usePayTerminal: how === 'reader' ? 'yes' : 'no', description: 'Wash' };
    const { status, body: answer } = await by.post('/paymentintent', body);
    expect(status, JSON.stringify(answer)).toBe(200);
    return String(answer['id']);
  }
  const refused = { status: 409, body: { code: 'stored_card_refused' } };
  const stateOf = async (intent: string) => (await cloud.sdk.paymentIntents.retrieve(intent)).status;

  it.each(['reader', 'form'] as const)('takes no money from a stored card whose id was seen, in a payment by %s', (how) =>
    expectNoCapture(async () => {
      const id = cardHandlesOf(cloud).paymentMethodOf(victim.card) ?? '';
      const intent = await begun(how, victim.customer);
      await confirm(intent, id);
      expect(await stateOf(intent)).toBe('requires_capture');
      const answers = await Promise.all([cashier, user].map((by) => by.post(`/paymentintent/${intent}/capture`)));
      for (const { status } of answers) expect(status).toBe(409);
      expect(refusals(answers)).toContain('409 stored_card_refused');
      expect(await stateOf(intent)).toBe('canceled');
    }),
  );

  it('nor from one that was stored after the payment was begun, nor from one that was detached meanwhile', () =>
    expectNoCapture(async () => {
      const late = await begun('form', victim.customer);
      const card = await cloud.card(victim.customer);
      await confirm(late, card);
      expect(await cashier.post(`/paymentintent/${late}/capture`)).toMatchObject(refused);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const next = await begun('form', victim.customer);
      await confirm(next, card);
      await cloud.sdk.paymentMethods.detach(card);
      expect(await cashier.post(`/paymentintent/${next}/capture`)).toMatchObject(refused);
    }));

  it('is in the audit', async () => {
    const why = 'It was authorized on a saved card in a browser';
    const rows = await cloud.database.db.selectFrom('whole_audit').select(['action', 'subject']).where('why', '=', why).execute();
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['payment.canceled']));
  });

  it('charges a card that is typed now, once it is captured', async () => {
    const intent = await begun('form', mine.customer);
    await confirm(intent, 'pm_card_visa');
    expect(await stateOf(intent)).toBe('requires_capture');
    expect(await user.post(`/paymentintent/${intent}/capture`)).toMatchObject({ status: 200, body: { result: 'Success' } });
  });
});

describe('a cashier with an approval', () => {
  const bodyOf = (amount: number) => ({ amount, customerId: victim.customer, payment_method: victim.card });

  async function approved(amount: number, key: string): Promise<string> {
    const action = { id: 'createPaymentIntent', body: bodyOf(amount), key };
    const { status, body } = await cashier.post('/auth/stepup', { action, approver: priya });
    expect(status).toBe(200);
    return String(body['approval']);
  }

  it('does nothing else with it: no other amount, key, card, person or call', () =>
    expectNoGain(async () => {
      const key = randomUUID();
      const approval = await approved(999, key);
      const other = await person('Cashier');
      const answers = [
        await cashier.post('/paymentintent', bodyOf(99_900), { key, approval }),
        await cashier.post('/paymentintent', bodyOf(999), { key: randomUUID(), approval }),
        await cashier.post('/paymentintent', { ...bodyOf(999), customerId: mine.customer, payment_method: mine.card }, { key, approval }),
        await other.post('/paymentintent', bodyOf(999), { key, approval }),
        await cashier.post('/refund', { amount: 999, notes: 'x', paymentMethod: victim.card }, { key, approval }),
      ];
      expect(new Set(refusals(answers))).toEqual(new Set(['403 approval_invalid']));
    }));

  it('approves nothing by themselves', () =>
    expectNoGain(async () => {
      const key = randomUUID();
      const action = { id: 'createPaymentIntent', body: bodyOf(999), key };
      expect(await manager.post('/auth/stepup', { action, approver: { username: 'priya', password: 'guessed' } })).toMatchObject({
        status: 403,
        body: { code: 'approver_wrong' },
      });
      expect(await cashier.post('/paymentintent', bodyOf(999), { key, approval: 'made-up' })).toMatchObject({ status: 403 });
    }));
});

describe('a cashier at another terminal or site', () => {
  it("is told nothing of another site's sales, and is written down under the session's own terminal", () =>
    expectNoGain(async () => {
      expect(await cashier.get('/firebird/sales?code=VICTIM1-IL&site=27')).toMatchObject({ status: 403 });
      expect(await cashier.get('/firebird/saledetails/27/4711')).toMatchObject({ status: 403 });
      const body = { amount: 700, originalamount: 700, saleid: '4712', usePayTerminal: 'yes', terminal: 'Washcashier4', site: 27 };
      const { body: begun } = await cashier.post('/paymentintent', { ...body, employeeNumber: 103, employeeName: 'Priya Raman' });
      const { metadata } = await cloud.sdk.paymentIntents.retrieve(String(begun['id']));
      expect(metadata).toMatchObject({ site: '12', employeename: 'Sam Fuller' });
      expect(metadata).not.toMatchObject({ terminal: 'Washcashier4' });
      expect(metadata['employeenumber']).not.toBe('103');
    }));
});

/** Signed in by number alone at a register. */
async function signedInAt(register: Headers, employee: number): Promise<Headers> {
  const { status, body } = await new ApiClient(cloud.url, register).post('/auth/loginemployee', { employee });
  expect(status, JSON.stringify(body)).toBe(200);
  return { authorization: `Bearer ${String(body['accessToken'])}` };
}

describe('a cashier who takes a session to another device', () => {
  it('does nothing with it: neither beside another register nor in a browser', () =>
    expectNoGain(async () => {
      const [here, there] = [await enrolledRegister(cloud), await enrolledRegister(cloud)];
      const session = await signedInAt(here, 201);
      const path = `/customer/${victim.customer}/cards`;
      expect((await new ApiClient(cloud.url, { ...session, ...here }).get(path)).status).toBe(200);
      const body = { amount: 999, originalamount: 999, saleid: '4713', usePayTerminal: 'yes' };
      for (const elsewhere of [session, { ...session, ...there }, { ...session, cookie: '__Host-washdesk_device=made-up' }]) {
        const thief = new ApiClient(cloud.url, elsewhere);
        const answers = [
          await thief.get(path),
          await thief.post('/paymentintent', body),
          await thief.get(`/paymentmethods/${victim.card}`),
        ];
        expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      }
    }));

  it('moves a register to no other site', () =>
    expectNoGain(async () => {
      const here = await enrolledRegister(cloud);
      const thief = new ApiClient(cloud.url, { ...(await signedInAt(here, 201)), ...here });
      expect(await thief.post('/auth/location', { locationId: 'tml_Merrillville27' })).toMatchObject({
        status: 403,
        body: { code: 'other_site' },
      });
    }));
});

describe("a cashier who tries a thousand PINs for a manager's approval", () => {
  it('is judged ten times, approves nothing, and locks the manager out at no other register', () =>
    expectNoGain(async () => {
      const [here, there] = [await enrolledRegister(cloud), await enrolledRegister(cloud)];
      const thief = new ApiClient(cloud.url, { ...(await signedInAt(here, 202)), ...here });
      const body = { amount: 4_999, customerId: victim.customer, payment_method: victim.card };
      const key = randomUUID();
      const action = { id: 'createPaymentIntent', body, key };
      const answers: string[] = [];
      for (let tried = 0; tried < 1_000; tried += 1) {
        const approver = { employee: 103, pin: String(tried).padStart(6, '0') };
        answers.push(...refusals([await thief.post('/auth/stepup', { action, approver })]));
      }
      expect(answers.filter((answer) => answer === '403 approver_wrong').length).toBeLessThanOrEqual(10);
      expect(new Set(answers)).toEqual(new Set(['403 approver_wrong', '429 too_many_attempts']));
      const right = { employee: 103, pin: pinOfPriya };
      expect(await thief.post('/auth/stepup', { action, approver: right })).toMatchObject({ status: 429 });
      expect(await thief.post('/paymentintent', body, { key })).toMatchObject({ status: 403 });
      const colleague = new ApiClient(cloud.url, { ...(await signedInAt(there, 203)), ...there });
      expect(await colleague.post('/auth/stepup', { action, approver: right })).toMatchObject({ status: 200 });
    }));
});

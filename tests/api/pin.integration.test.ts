import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argon2Hasher } from '@washdesk/cloud-api/adapters/argon2/argon2-hasher';
import { ApiClient, cardHandlesOf, clientAs } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { newRegister, signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, send } from '@washdesk/cloud-api/testing/calls';
import { chargeCard } from '@washdesk/cloud-api/testing/cards';
import { allEndpoints } from '@washdesk/contracts/all';
import { readingCalls } from '@washdesk/contracts/effects';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { Role } from '@washdesk/rules/company/roles';

let cloud: BillingCloud;
let register: { id: string; headers: Headers };

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z', settings: { WASHDESK_REDEEM: 'no' } });
  register = await newRegister(cloud);
  const [at, pinHash] = [new Date(), await argon2Hasher().hash('471147')];
  const person = { name: 'Sam Fuller', roles: Role.User, pin_hash: pinHash, created: at, changed: at };
  await cloud.database.db
    .insertInto('staff')
    .values({ ...person, employee_number: 111 })
    .execute();
  await cloud.database.db
    .insertInto('staff')
    .values({ ...person, employee_number: 112, pin_hash: null })
    .execute();
});
afterAll(() => cloud.stop());

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

interface Person {
  roles?: number;
  number?: number;
  pinPassed?: Date | null;
}

const atRegister = ({ roles = Role.User, pinPassed = null, ...person }: Person): Promise<Headers> =>
  signedIn(cloud, { ...person, roles, device: register, pinPassed, terminal: 'Washcashier1' });
const clientAtRegister = async (person: Person): Promise<ApiClient> =>
  new ApiClient(cloud.url, await atRegister(person), cardHandlesOf(cloud));

const everyRole = 511;
const aboveCashier = allEndpoints.filter(({ access }) => 'role' in access && access.role !== 'Cashier');
const reads = ({ id, method }: Endpoint): boolean => method === 'GET' || readingCalls.includes(id);

async function codeOf(endpoint: Endpoint, headers: Headers): Promise<string> {
  const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, '!'.repeat(200)]));
  const call = { method: endpoint.method, path: pathOf(endpoint, params), body: endpoint.body && '[0]' };
  const { text } = await send(cloud.url, { ...call, headers });
  return /"code":"(\w+)"/.exec(text)?.[1] ?? '';
}

describe('a right above Cashier at a register', () => {
  it('to change something needs a PIN of the last minutes, whatever the role: every contract', async () => {
    const stale = await atRegister({ roles: everyRole, pinPassed: minutesAgo(11) });
    const byNumber = await atRegister({ roles: everyRole });
    const changing = aboveCashier.filter((endpoint) => !reads(endpoint));
    expect(changing.length).toBeGreaterThan(50);
    for (const endpoint of changing) {
      expect({ id: endpoint.id, code: await codeOf(endpoint, stale) }).toEqual({ id: endpoint.id, code: 'pin_required' });
      expect({ id: endpoint.id, code: await codeOf(endpoint, byNumber) }).toEqual({ id: endpoint.id, code: 'pin_required' });
    }
  });

  it('to read something needs a PIN of the session', async () => {
    const stale = await atRegister({ roles: everyRole, pinPassed: minutesAgo(11) });
    const byNumber = await atRegister({ roles: everyRole });
    for (const endpoint of aboveCashier.filter(reads)) {
      expect({ id: endpoint.id, code: await codeOf(endpoint, byNumber) }).toEqual({ id: endpoint.id, code: 'pin_required' });
      expect(await codeOf(endpoint, stale), endpoint.id).not.toBe('pin_required');
    }
  });

  it('is refused to a role that the PIN does not give, and kept by who signed in elsewhere by password', async () => {
    const user = await atRegister({ roles: Role.User });
    const admin = allEndpoints.find(({ id }) => id === 'addReason')!;
    expect(await codeOf(admin, user)).toBe('forbidden');
    expect(await codeOf(admin, await signedIn(cloud, { roles: Role.Admin }))).toBe('invalid_request');
  });
});

describe('a number typed at a keypad', () => {
  const charge = (customer: string, card: string) => ({ amount: 900_000, customerId: customer, payment_method: card, confirm: true });

  it("charges no absent member's card and gives no money back, until the PIN is entered; it counts for ten minutes", async () => {
    const { customer, card } = await cloud.member();
    const sale = await chargeCard(cloud, customer, 1_250, { saleid: '4711', terminal: 'Washcashier1' });
    const user = await clientAtRegister({ number: 111 });
    const key = randomUUID();
    const refused = { status: 403, body: { code: 'pin_required', message: 'Enter your PIN to do this' } };
    expect(await user.post('/paymentintent', charge(customer, card), { key })).toMatchObject(refused);
    expect(await user.post(`/refund/${sale}`, { amount: 100, notes: 'x' })).toMatchObject(refused);
    expect(await user.get(`/customer/${customer}/platesandtags`)).toMatchObject(refused);
    expect(await user.post('/auth/pin', { pin: '471148' })).toMatchObject({ status: 403, body: { code: 'pin_wrong' } });
    expect(await user.post('/paymentintent', charge(customer, card), { key })).toMatchObject(refused);
    const { status, body } = await user.post('/auth/pin', { pin: '471147' });
    expect(status).toBe(200);
    expect(Math.round((Date.parse(String(body['until'])) - Date.now()) / 60_000)).toBe(10);
    expect(await user.post('/paymentintent', charge(customer, card), { key })).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    });
    expect((await user.post(`/refund/${sale}`, { amount: 100, notes: 'x' })).status).toBe(200);
    await cloud.database.db
      .updateTable('session')
      .set({ pin_passed: minutesAgo(10) })
      .where('principal', '=', '111')
      .execute();
    expect(await user.post(`/refund/${sale}`, { amount: 100, notes: 'x' })).toMatchObject(refused);
    const audit = await cloud.database.db.selectFrom('audit').select('action').where('action', 'like', 'pin.%').orderBy('id').execute();
    expect(audit.map(({ action }) => action)).toEqual(['pin.refused', 'pin.entered']);
  });

  it('signs up with a card in hand without a PIN, but not with a stored card, a free month or a promotion', async () => {
    await cloud.database.db.insertInto('promo').values({ id: 3, description: 'Opening week', active: true }).execute();
    const cashier = await clientAtRegister({ roles: Role.Cashier });
    const { customer, card } = await cloud.member({ plate: 'PIN1-IL' });
    const plan = { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' };
    const refused = { status: 403, body: { code: 'pin_required' } };
    expect(await cashier.post('/subscription', { ...plan, PaymentMethodId: card })).toMatchObject(refused);
    expect(await cashier.post('/subscription', plan)).toMatchObject(refused);
    const setup = String((await cashier.post('/setupintents', { customer })).body['id']);
    const typed = await cloud.sdk.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 8, exp_year: 2031, cvc: '123' },
    });
    await cloud.sdk.setupIntents.confirm(setup, { payment_method: typed.id });
    const attached = await cashier.post('/paymentmethods/attach', { customer, setupIntent: setup });
    const inHand = { ...plan, PaymentMethodId: String(attached.body['id']) };
    expect(await cashier.post('/subscription', { ...inHand, FreeForMonth: true })).toMatchObject(refused);
    expect(await cashier.post('/subscription', { ...inHand, Promo: 3 })).toMatchObject(refused);
    const colleague = await clientAtRegister({ roles: Role.Cashier });
    expect(await colleague.post('/subscription', inHand)).toMatchObject(refused);
    const signedUp = await cashier.post('/subscription', inHand);
    expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(200);
  });

  it('upgrades, pays an invoice, reinstates and requests a coupon only with the PIN', async () => {
    const manager = await clientAs(cloud, 'SalesManager');
    const { customer, card } = await cloud.member({ plate: 'PIN2-IL' });
    const { body: plan } = await manager.post('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' });
    const cashier = await clientAtRegister({ roles: Role.Cashier });
    const refused = { status: 403, body: { code: 'pin_required' } };
    const id = String(plan['id']);
    expect(await cashier.post(`/subscription/${id}/upgrade`, { price: 'price_SuperKissPlus_12' })).toMatchObject(refused);
    const { id: invoice } = await cloud.sdk.invoices.create({ customer, auto_advance: false });
    await cloud.sdk.invoiceItems.create({ customer, invoice: invoice, amount: 1_000, currency: 'usd' });
    await cloud.sdk.invoices.finalizeInvoice(invoice);
    await cloud.settled();
    expect(await cashier.post(`/invoice/${invoice}/pay?payment_method=${card}`, {})).toMatchObject(refused);
    expect((await manager.post(`/subscription/${id}/terminate`, { reason: 'moved' })).status).toBe(200);
    expect(await cashier.post(`/subscription/${id}/reinstate`, {})).toMatchObject(refused);
    expect((await manager.post(`/subscription/${id}/reinstate`, {})).status).toBe(200);
  });

  it('is told if the person has no PIN', async () => {
    const user = await clientAtRegister({ number: 112 });
    expect(await user.post('/auth/pin', { pin: '471147' })).toMatchObject({ status: 409, body: { code: 'no_pin' } });
    const elsewhere = new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.User, number: 111 }));
    expect(await elsewhere.post('/auth/pin', { pin: '471147' })).toMatchObject({ status: 403, body: { code: 'device_required' } });
  });
});

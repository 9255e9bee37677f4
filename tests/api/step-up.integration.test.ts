import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, clientAs, type Reply } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { chargeCard, customerWith } from '@washdesk/cloud-api/testing/cards';
import { staffOf } from '@washdesk/cloud-api/testing/staff';
import { Role } from '@washdesk/rules/company/roles';

let cloud: BillingCloud;
let cashier: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z', taxed: true });
  cashier = await clientAs(cloud, 'Cashier');
  const staff = staffOf(cloud);
  await staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.SalesManager, username: 'priya', password: 'sparkle-priya' });
  await staff.add({ employeeNumber: 104, name: 'Uma User', roles: Role.User, username: 'uma', password: 'sparkle-uma-104' });
  await staff.add({ employeeNumber: 105, name: 'Sue Stone', roles: Role.SupportCenter, username: 'sue', password: 'sparkle-sue-105' });
});
afterAll(() => cloud.stop());

const priya = { username: 'priya', password: 'sparkle-priya' };
const uma = { username: 'uma', password: 'sparkle-uma-104' };
const sue = { username: 'sue', password: 'sparkle-sue-105' };

interface RefundCall {
  charge: string;
  amount?: number;
  key?: string;
}

const bodyOf = ({ amount = 1_250 }: RefundCall) => ({ amount, notes: 'Scratched mirror' });

const callOf = (action: RefundCall) => ({
  id: 'refundCharge',
  params: { chargeId: action.charge },
  body: bodyOf(action),
  key: action.key ?? randomUUID(),
});

async function approvalOf(action: RefundCall, approver = priya, by = cashier): Promise<string> {
  const { status, body } = await by.post('/auth/stepup', { action: callOf(action), approver });
  expect({ status, body }).toMatchObject({ status: 200, body: { amount: action.amount ?? 1_250 } });
  return String(body['approval']);
}

const refund = (action: RefundCall, approval?: string, by = cashier): Promise<Reply> =>
  by.post(`/refund/${action.charge}`, bodyOf(action), { ...(action.key && { key: action.key }), ...(approval && { approval }) });

const refundsOf = async (charge: string): Promise<number[]> => (await cloud.sdk.refunds.list({ charge })).data.map(({ amount }) => amount);

async function saleOfARegister(): Promise<RefundCall & { key: string }> {
  const { customer } = await customerWith(cloud, 'pm_card_visa');
  return { charge: await chargeCard(cloud, customer, 2_999, { saleid: '4711' }), key: randomUUID() };
}

const invalid = { status: 403, body: { code: 'approval_invalid' } };
const forbidden = { status: 403, body: { code: 'forbidden' } };

describe('an action above the role of a cashier', () => {
  it('is done with a manager approval, in the name of the cashier, with both in the audit', async () => {
    const action = await saleOfARegister();
    expect(await refund(action)).toMatchObject(forbidden);
    expect(await refund(action, await approvalOf(action))).toMatchObject({ status: 200, body: { amount: 1_250, status: 'succeeded' } });
    expect(await refundsOf(action.charge)).toEqual([1_250]);
    const audit = await cloud.database.db.selectFrom('whole_audit').selectAll().where('subject', '=', `charge:${action.charge}`).execute();
    expect(audit).toMatchObject([{ action: 'charge.refunded', approver: '103' }]);
    expect(audit[0]?.actor).not.toBe('103');
    // recovery of the operation after a crash writes the same
    const operation = await cloud.database.db.selectFrom('operation').select('by').where('key', '=', action.key).executeTakeFirstOrThrow();
    expect(operation.by).toMatchObject({ id: audit[0]?.actor, name: 'Sam Fuller', approver: { id: '103', name: 'Priya Raman' } });
    const [done] = (await cloud.sdk.refunds.list({ charge: action.charge })).data;
    expect(done?.metadata).toMatchObject({ employeename: 'Sam Fuller' });
  });

  it('is refused with an approval of a user who lacks the role too', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_visa');
    const action = { charge: await chargeCard(cloud, customer, 2_999), key: randomUUID() };
    expect(await refund(action, await approvalOf(action, uma))).toMatchObject(forbidden);
    expect(await refundsOf(action.charge)).toEqual([]);
    expect(await refund(action, await approvalOf(action, priya))).toMatchObject({ status: 200 });
  });

  it('is approved where the action itself, not its door, asks for the role', async () => {
    const key = randomUUID();
    const body = { FirstName: 'Tess', LastName: 'Free', Zipcode: '60435', CustomerCode: 'TAXFREE-IL', TaxExempt: true };
    expect(await cashier.post('/customer', body, { key })).toMatchObject(forbidden);
    const { body: given } = await cashier.post('/auth/stepup', { action: { id: 'createCustomer', body, key }, approver: sue });
    expect(given).toMatchObject({ amount: null, approver: { id: '105', name: 'Sue Stone' } });
    const made = await cashier.post('/customer', body, { key, approval: String(given['approval']) });
    expect(made).toMatchObject({ status: 200, body: { tax_exempt: 'exempt' } });
  });

  it('may be the exemption of a customer who is saved, which the tax of the plan follows without another approval', async () => {
    const { customer: id } = await cloud.member();
    const start = { customer: id, PlanId: 'price_SuperKiss_12', DoNotProrate: true };
    const { body: plan } = await cashier.post<{ id: string }>('/subscription', start);
    const ratesOf = async () => (await cloud.sdk.subscriptions.retrieve(plan.id)).default_tax_rates?.map((rate) => rate.id);
    expect(await ratesOf()).toEqual([cloud.taxRate]);
    const key = randomUUID();
    const body = { tax_exempt: 'exempt', base: { tax_exempt: 'none' } };
    expect(await cashier.post(`/customer/${id}`, body, { key })).toMatchObject(forbidden);
    const { body: given } = await cashier.post('/auth/stepup', {
      action: { id: 'saveCustomer', params: { id }, body, key },
      approver: sue,
    });
    expect(await cashier.post(`/customer/${id}`, body, { key, approval: String(given['approval']) })).toMatchObject({
      status: 200,
      body: { tax_exempt: 'exempt' },
    });
    const ofPhone = randomUUID();
    const phone = await cashier.post(`/customer/${id}`, { phone: '8155550123', base: { phone: '' } }, { key: ofPhone });
    expect(phone).toMatchObject({ status: 200, body: { phone: '8155550123' } });
    const changeTax = (operation: string | undefined, { site = 12, by = cashier } = {}) =>
      by.post(`/subscription/${plan.id}/changetax`, { site }, { ...(operation !== undefined && { operation }) });
    for (const refused of [
      await changeTax(undefined),
      await changeTax(ofPhone),
      await changeTax(key, { site: 27 }),
      await changeTax(key, { by: await clientAs(cloud, 'Cashier') }),
    ])
      expect(refused).toMatchObject(forbidden);
    expect(await ratesOf()).toEqual([cloud.taxRate]);
    const { status, body: changed } = await changeTax(key);
    expect(status, JSON.stringify(changed)).toBe(200);
    expect(await ratesOf()).toEqual([]);
    const other = await cloud.member();
    const { body: others } = await cashier.post<{ id: string }>('/subscription', { ...start, customer: other.customer });
    expect(await cashier.post(`/subscription/${others.id}/changetax`, { site: 12 }, { operation: key })).toMatchObject(forbidden);
  });
});

describe('an approval', () => {
  it('is for its own amount, charge, person and contract', async () => {
    const action = await saleOfARegister();
    const approval = await approvalOf(action);
    expect(await refund({ ...action, amount: 1_251 }, approval)).toMatchObject(invalid);
    expect(await refund({ ...(await saleOfARegister()), key: action.key }, approval)).toMatchObject(invalid);
    expect(await refund(action, approval, await clientAs(cloud, 'Cashier'))).toMatchObject(invalid);
    const open = { amount: 1_250, notes: 'Scratched mirror', paymentMethod: 'pm_none' };
    expect(await cashier.post('/refund', open, { key: action.key, approval })).toMatchObject(invalid);
    expect(
      await new ApiClient(cloud.url, {}).post(`/refund/${action.charge}`, bodyOf(action), { key: action.key, approval }),
    ).toMatchObject({
      status: 401,
    });
    expect(await refundsOf(action.charge)).toEqual([]);
    expect(await refund(action, approval)).toMatchObject({ status: 200 });
  });

  it('does its action once, however many calls race for it', async () => {
    const action = await saleOfARegister();
    const approval = await approvalOf(action);
    const raced = await Promise.all([
      refund(action, approval),
      refund(action, approval),
      refund({ ...action, key: randomUUID() }, approval),
    ]);
    expect(raced).toMatchObject([{ status: 200 }, { status: 200 }, invalid]);
    expect(raced[0]?.body).toEqual(raced[1]?.body);
    expect(await refundsOf(action.charge)).toEqual([1_250]);
  });

  it('answers a repeat of its action after its time, and no new action', async () => {
    const [action, late] = [await saleOfARegister(), await saleOfARegister()];
    const [approval, tooLate] = [await approvalOf(action), await approvalOf(late)];
    const first = await refund(action, approval);
    await cloud.database.raw.query(`update approval set expires = now() - interval '1 second'`);
    expect(await refund(action, approval)).toEqual(first);
    expect(await refund(late, tooLate)).toMatchObject({ ...invalid, body: { message: expect.stringContaining('expired') } });
    expect(await refundsOf(late.charge)).toEqual([]);
  });

  it('is refused for what is not done at a counter, and for a call that its contract refuses', async () => {
    const reader = { id: 'deleteReader', params: { id: 'tmr_1' }, key: randomUUID() };
    expect(await cashier.post('/auth/stepup', { action: reader, approver: priya })).toMatchObject({
      status: 400,
      body: { code: 'not_approvable' },
    });
    const wrong = callOf({ charge: 'ch_1', amount: -5 });
    expect(await cashier.post('/auth/stepup', { action: wrong, approver: priya })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'body.action.body.amount' }] },
    });
  });

  it('changes nothing for a user with the role, unless it is wrong', async () => {
    const action = await saleOfARegister();
    const user = new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.User }));
    expect(await refund(action, 'an-approval-of-nobody', user)).toMatchObject(invalid);
    expect(await refund(action, undefined, user)).toMatchObject({ status: 200 });
  });
});

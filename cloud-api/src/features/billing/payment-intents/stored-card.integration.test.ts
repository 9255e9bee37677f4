import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { customerWith } from '../../../testing/cards.ts';
import { staffOf } from '../../../testing/staff.ts';

let cloud: BillingCloud;
let cashier: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  const staff = staffOf(cloud);
  await staff.add({ employeeNumber: 104, name: 'Uma User', roles: Role.User, username: 'uma', password: 'sparkle-uma-104' });
  await staff.add({ employeeNumber: 105, name: 'Cal Cashier', roles: Role.Cashier, username: 'cal', password: 'sparkle-cal-105' });
});
afterAll(() => cloud.stop());

const uma = { username: 'uma', password: 'sparkle-uma-104' };
const cal = { username: 'cal', password: 'sparkle-cal-105' };

const forbidden = { status: 403, body: { code: 'forbidden' } };

async function ofSomebody() {
  const { customer, card } = await customerWith(cloud, 'pm_card_visa');
  return { customerId: customer, payment_method: card };
}

const taken = async ({ customerId }: { customerId: string }): Promise<number[]> =>
  (await cloud.sdk.charges.list({ customer: customerId })).data.map(({ amount_captured }) => amount_captured);

describe("an amount that a person typed, on a member's stored card", () => {
  it.each([
    ['of a sale', { saleid: 'TYPED-1', originalamount: 2_999 }],
    ['of no sale', {}],
    ['of a sale without its amount', { saleid: 'TYPED-2' }],
  ])('%s is not charged by a cashier', async (_name, more) => {
    const card = await ofSomebody();
    expect(await cashier.post('/paymentintent', { ...card, amount: 2_999, ...more })).toMatchObject(forbidden);
    expect(await taken(card)).toEqual([]);
  });

  it('is charged once with a manager’s approval, and the audit names both', async () => {
    const card = await ofSomebody();
    const key = randomUUID();
    const body = { ...card, amount: 2_999 };
    const ask = (approver: object) => cashier.post('/auth/stepup', { action: { id: 'createPaymentIntent', body, key }, approver });
    const useless = String((await ask(cal)).body['approval']);
    expect(await cashier.post('/paymentintent', body, { key, approval: useless })).toMatchObject(forbidden);
    const approval = String((await ask(uma)).body['approval']);
    const charge = () => cashier.post('/paymentintent', body, { key, approval });
    const first = await charge();
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await charge()).toEqual(first);
    expect(await taken(card)).toEqual([2_999]);
    const subject = `payment_intent:${String(first.body['id'])}`;
    const audit = await cloud.database.db.selectFrom('whole_audit').select(['action', 'approver']).where('subject', '=', subject).execute();
    expect(audit).toEqual([{ action: 'payment.taken', approver: '104' }]);
  });
});

describe('the terminal of a charge', () => {
  it("is the session's, whatever the body says, and the office where there is none", async () => {
    const user = await clientAs(cloud, 'User');
    const office = await user.post('/paymentintent', { amount: 2_000, terminal: 'Washcashier4' });
    const metadataOf = async (id: unknown) => (await cloud.sdk.paymentIntents.retrieve(String(id))).metadata;
    expect(await metadataOf(office.body['id'])).toMatchObject({ terminal: 'office' });
    const sale = { amount: 2_000, originalamount: 2_000, saleid: 'TYPED-4', usePayTerminal: 'yes', terminal: 'Washcashier4' };
    const register = await cashier.post('/paymentintent', sale);
    expect(await metadataOf(register.body['id'])).not.toHaveProperty('terminal');
  });
});

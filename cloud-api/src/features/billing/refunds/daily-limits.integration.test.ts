import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role, type RoleName } from '@washdesk/rules/company/roles';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { chargeCard, customerWith } from '../../../testing/cards.ts';
import { staffOf } from '../../../testing/staff.ts';

let cloud: BillingCloud;
let customer: string;
let card: string | null;

const priya = { username: 'priya', password: 'sparkle-priya' };
const uma = { username: 'uma', password: 'sparkle-uma-104' };

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  const { db } = cloud.database;
  const value = JSON.stringify({ charges: { count: 3, cents: 10_000 }, refunds: { count: 2, cents: 1_000 } });
  await db.insertInto('setting').values({ name: 'dailyLimits', value, changed: cloud.clock.now() }).execute();
  const staff = staffOf(cloud);
  await staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.SalesManager, username: 'priya', password: priya.password });
  await staff.add({ employeeNumber: 104, name: 'Uma User', roles: Role.User, username: 'uma', password: uma.password });
  ({ customer, card } = await customerWith(cloud, 'pm_card_visa'));
});
afterAll(() => cloud.stop());

const limited = { status: 403, body: { code: 'forbidden', message: expect.stringContaining('above the daily limit') } };
const bodyOf = (amount: number) => ({ amount, customerId: customer, payment_method: card });
const charge = (who: ApiClient, amount: number, more: { key?: string; approval?: string } = {}) =>
  who.post('/paymentintent', bodyOf(amount), more);
const person = (role: RoleName) => clientAs(cloud, role);

async function approvalOf(who: ApiClient, amount: number, key: string, approver: object): Promise<string> {
  const action = { id: 'createPaymentIntent', body: bodyOf(amount), key };
  return String((await who.post('/auth/stepup', { action, approver })).body['approval']);
}

const auditOf = (action: string) =>
  cloud.database.db.selectFrom('whole_audit').select(['subject', 'approver']).where('action', '=', action).orderBy('id').execute();
const alerts = async () =>
  (await (await person('Admin')).get<{ results: { what: string; reason: string }[] }>('/jobs')).body.results.filter(
    ({ what }) => what === 'alert',
  );

describe('what one person charges in a day', () => {
  it('ends at the number; beyond it SalesManager approves, and an Admin is told once', async () => {
    const who = await person('User');
    for (const amount of [100, 101, 102]) expect((await charge(who, amount)).status).toBe(200);
    const told = (await alerts()).length;
    expect(await charge(who, 103)).toMatchObject(limited);
    expect(await charge(who, 103)).toMatchObject(limited);
    expect((await alerts()).length).toBe(told + 1);
    expect((await alerts())[0]?.reason).toMatch(/^Sam Fuller \(\d+\) reached the daily limit for charges: 3 of \$3\.03 so far$/);
    const refused = await auditOf('limit.refused');
    // the refusal is written once, not again as a rejected call
    expect(await auditOf('access.refused')).toEqual([]);
    expect(refused).toHaveLength(2);

    const key = randomUUID();
    expect(await charge(who, 103, { key, approval: await approvalOf(who, 103, key, uma) })).toMatchObject(limited);
    expect(await charge(who, 103, { key, approval: await approvalOf(who, 103, key, priya) })).toMatchObject({ status: 200 });
    expect(await auditOf('limit.exceeded')).toEqual([{ subject: refused[0]?.subject, approver: '103' }]);
    expect(await charge(await person('User'), 104)).toMatchObject({ status: 200 });
  });

  it('ends at the sum, also for five at once', async () => {
    const who = await person('SalesManager');
    const answers = await Promise.all([6_000, 6_001, 6_002, 6_003, 6_004].map((amount) => charge(who, amount)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403]);
  });

  it('counts neither declined cards nor what was begun a day ago, and stops no Admin', async () => {
    const who = await person('User');
    const declining = await customerWith(cloud, 'pm_card_chargeCustomerFail');
    const decline = () => who.post('/paymentintent', { amount: 500, customerId: declining.customer, payment_method: declining.card });
    for (let i = 0; i < 4; i += 1) expect((await decline()).status).toBe(402);
    for (const amount of [100, 101, 102]) expect((await charge(who, amount)).status).toBe(200);
    expect(await charge(who, 103)).toMatchObject(limited);
    await cloud.database.raw.query(`update moved_money set created = now() - interval '25 hours'`);
    expect((await charge(who, 103)).status).toBe(200);
    const admin = await person('Admin');
    for (const amount of [100, 101, 102, 103]) expect((await charge(admin, amount)).status).toBe(200);
  });
});

describe('what one person refunds in a day', () => {
  it('has a limit of its own', async () => {
    const who = await person('SalesManager');
    const refund = async (amount: number) => {
      const id = await chargeCard(cloud, customer, 2_000);
      return who.post(`/refund/${id}`, { amount, notes: 'Rain' });
    };
    expect(await refund(1_001)).toMatchObject(limited);
    expect((await refund(400)).status).toBe(200);
    expect((await refund(600)).status).toBe(200);
    expect(await refund(1)).toMatchObject({ ...limited, body: { details: { limit: { count: 2 }, moved: { count: 2, cents: 1_000 } } } });
    expect((await charge(who, 100)).status).toBe(200);
  });
});

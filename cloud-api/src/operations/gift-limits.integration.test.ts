import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { ApiClient, cardHandlesOf, clientAs } from '../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../testing/billing-cloud.ts';
import { signedIn } from '../testing/callers.ts';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z', giftLimits: settingDefaults.giftLimits });
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

let numbers = 7_000;
async function cashier(): Promise<{ client: ApiClient; number: number }> {
  numbers += 1;
  const headers = await signedIn(cloud, { roles: Role.Cashier, number: numbers });
  return { client: new ApiClient(cloud.url, headers, cardHandlesOf(cloud)), number: numbers };
}

const freeMonth = (client: ApiClient, customer: string) =>
  client.post('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12', FreeForMonth: true });
const above = { status: 403, body: { code: 'forbidden' } };
const alerts = async () => (await cloud.database.db.selectFrom('job').select('key').where('key', 'like', 'gift-limit:%').execute()).length;

describe('a free month', () => {
  it('is given three times a day by one person; beyond it is refused, audited, and an Admin is told once', async () => {
    const { client, number } = await cashier();
    for (const plate of ['FREE1-IL', 'FREE2-IL', 'FREE3-IL']) {
      const { customer } = await cloud.member({
        plate,
        card: `pm_card_${plate[4] === '1' ? 'visa' : plate[4] === '2' ? 'mastercard' : 'amex'}`,
      });
      expect((await freeMonth(client, customer)).status).toBe(200);
    }
    const { customer } = await cloud.member({ plate: 'FREE4-IL', card: 'pm_card_discover' });
    const key = randomUUID();
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await client.post(
        '/subscription',
        { stripeCustomer: customer, PlanId: 'price_SuperKiss_12', FreeForMonth: true },
        { key },
      );
      expect(answer).toMatchObject({ ...above, body: { details: { kind: 'freeMonths', by: 'person', limit: 3 } } });
    }
    expect(await alerts()).toBe(1);
    const audit = await cloud.database.db.selectFrom('audit').select('action').where('actor', '=', String(number)).execute();
    expect(audit.filter(({ action }) => action === 'gift-limit.refused')).toHaveLength(2);
    const { body } = await manager.get<{ gifts: unknown[] }>('/sales/employees?from=2020-01-01&to=2030-01-01');
    expect(body.gifts).toMatchObject([{ seller: String(number), given: { freeMonths: 3, promos: 0, texts: 0 }, approved: 0 }]);
  });

  it('is given once a year to a member: by plate, card and customer, for all users together', async () => {
    const { customer } = await cloud.member({ plate: 'ONCE1-IL', card: 'pm_card_visa_debit' });
    const first = await freeMonth((await cashier()).client, customer);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await manager.post(`/subscription/${String(first.body['id'])}/terminate`, { reason: 'moved' })).status).toBe(200);
    const again = (await cashier()).client;
    expect(await again.post(`/subscription/${String(first.body['id'])}/reinstate`, { FreeForMonth: true })).toMatchObject({
      ...above,
      body: { details: { by: 'member', limit: 1 } },
    });
  });

  it('also counts as a reinstatement without a payment, of which a member has two a year', async () => {
    const { customer } = await cloud.member({ plate: 'BACK1-IL', card: 'pm_card_mastercard_debit' });
    const { body: plan } = await manager.post('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' });
    const answers = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { client } = await cashier();
      expect((await manager.post(`/subscription/${String(plan['id'])}/discontinue`, { reason: 'moved' })).status).toBe(200);
      answers.push(await client.post(`/subscription/${String(plan['id'])}/reinstate`, {}));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
    expect(answers[2]).toMatchObject({ ...above, body: { details: { kind: 'unpaidReinstatements', by: 'member', limit: 2 } } });
  });

  it('follows the setting', async () => {
    const value = JSON.stringify({ ...settingDefaults.giftLimits, freeMonths: { person: 0, device: 0, member: 0 } });
    await cloud.database.db.updateTable('setting').set({ value }).where('name', '=', 'giftLimits').execute();
    const { customer } = await cloud.member({ plate: 'NONE1-IL', card: 'pm_card_visa' });
    expect(await freeMonth((await cashier()).client, customer)).toMatchObject({ ...above, body: { details: { limit: 0 } } });
  });
});

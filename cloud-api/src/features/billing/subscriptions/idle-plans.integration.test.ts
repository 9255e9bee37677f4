import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { ApiClient } from '../../../testing/api-client.ts';
import { clientAs } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
  manager = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

const signUp = (customer: string) => manager.post<Subscription>('/subscription', { customer, PlanId: 'price_SuperKiss_12' });

async function member(plate: string) {
  const held = await cloud.member({ plate });
  const { status, body } = await signUp(held.customer);
  expect(status, JSON.stringify(body)).toBe(200);
  await cloud.settled();
  return { ...held, id: body.id };
}

const rosterOf = (code: string) => cloud.database.db.selectFrom('roster_entry').selectAll().where('code', '=', code).executeTakeFirst();
const badge = async (customer: string) =>
  (await manager.get<{ subscriptions: Subscription[] }>(`/customer/${customer}/subscriptions`)).body.subscriptions[0]?.status;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** No wash, no second plan, no bill; it can end, and nothing else. */
async function expectIdle(
  plate: string,
  { customer, card, id }: { customer: string; card: string; id: string },
  word: string,
): Promise<void> {
  expect(await badge(customer)).toBe(word);
  expect((await manager.get(`/dxt/${plate}`)).body).toMatchObject({ active: false, hasAccess: false, status: word });
  expect(await rosterOf(plate)).toMatchObject({ status: word, good_until: null });
  expect((await manager.get(`/customer/${customer}/general`)).body).toMatchObject({ planType: 'Not Active' });
  const refused = { status: 409, body: { code: 'already_subscribed', message: expect.stringContaining(`a plan that is ${word}`) } };
  expect(await signUp(customer)).toMatchObject(refused);
  expect(await manager.get(`/invoice/${id}/latestinvoice`)).toMatchObject({ status: 200, body: { amount_due: 0, date: null } });
  expect(await manager.post(`/subscription/${id}/discontinue`, { reason: 'Moved away' })).toMatchObject({
    status: 409,
    body: { code: 'not_changeable', message: `Only an active plan can be changed. This one’s status is ${capitalized(word)}` },
  });
  expect(await manager.delete(`/customer/${customer}?reason=Moved`)).toMatchObject({ status: 409, body: { code: 'plan_running' } });
  const ended = await manager.post(`/subscription/${id}/terminate`, { reason: 'Moved away' });
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  cloud.spoil(card, 'succeeds');
  expect(await signUp(customer)).toMatchObject({ status: 200, body: { status: 'active' } });
}

describe('a plan that runs without being collected', () => {
  it('whose collection is paused washes no more, and again when it resumes', async () => {
    const paused = await member('PAUSED1-IL');
    await cloud.sdk.subscriptions.update(paused.id, { pause_collection: { behavior: 'void' } });
    await cloud.settled();
    expect((await manager.get('/dxt/PAUSED1-IL')).body).toMatchObject({ active: false, status: 'paused' });
    await cloud.sdk.subscriptions.update(paused.id, { pause_collection: '' });
    await cloud.settled();
    expect((await manager.get('/dxt/PAUSED1-IL')).body).toMatchObject({ active: true, status: 'active' });
    await cloud.sdk.subscriptions.update(paused.id, { pause_collection: { behavior: 'keep_as_draft' } });
    await cloud.settled();
    await expectIdle('PAUSED1-IL', paused, 'paused');
  });

  it('that is unpaid excludes a second one, and is on the list of payments due', async () => {
    cloud.stripe.behave({ afterLastRetry: 'unpaid' });
    const unpaid = await member('UNPAID1-IL');
    cloud.spoil(unpaid.card, 'declined_when_charged');
    await cloud.clock.moveTo('2026-12-20T12:00:00Z');
    const admin = await clientAs(cloud, 'Admin');
    manager = admin;
    const due = await admin.get<{ rows: { subscription: string; due: number }[] }>('/worklist/pastdue');
    expect(due.body.rows.find((row) => row.subscription === unpaid.id)).toMatchObject({ due: 2_999 });
    await expectIdle('UNPAID1-IL', unpaid, 'unpaid');
  });
});

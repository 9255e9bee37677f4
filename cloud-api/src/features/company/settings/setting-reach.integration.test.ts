import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListedSetting } from '@washdesk/contracts/company/setting';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: BillingCloud;
let admin: ApiClient;
beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  admin = await clientAs(cloud, 'Admin');
  for (const plate of ['REACH1-IL', 'REACH2-IL']) {
    const { customer } = await cloud.member({ plate });
    await cloud.sdk.subscriptions.create({
      customer,
      items: [{ price: 'price_SuperKiss_12' }],
      off_session: true,
      metadata: { site: '12' },
    });
  }
  await cloud.settled();
});
afterAll(() => cloud.stop());

async function change(name: string, value: object | number, members?: number) {
  const { settings } = await ok(admin.get<{ settings: ListedSetting[] }>('/admin/settings'));
  const { changed } = settings.find((one) => one.name === name)!;
  return admin.put(`/admin/settings/${name}`, { value, changed, members });
}

it.each([
  ['planDurations', { 'Super Interior': 2, 'Super Kiss': 9, 'Super Kiss Plus': 6 }],
  ['siteMapping', { 900: 12 }],
])('%s is saved once the number of members it concerns was typed', async (name, value) => {
  const asked = { status: 409, body: { code: 'confirm_members', details: { members: 2 } } };
  expect(await change(name, value)).toMatchObject(asked);
  expect(await change(name, value, 3)).toMatchObject(asked);
  expect(await change(name, value, 2)).toMatchObject({ status: 200, body: { value } });
  expect(await change(name, value)).toMatchObject({ status: 200 });
});

it('asks for no number if no member is affected', async () => {
  expect(await change('planDurations', { 'Super Interior': 3, 'Super Kiss': 9, 'Super Kiss Plus': 6 })).toMatchObject({ status: 200 });
  expect(await change('defaultPlanDuration', 4)).toMatchObject({ status: 200 });
});

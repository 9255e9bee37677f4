import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { clientAs, type ApiClient } from '../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z', taxed: true });
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

const PlanId = 'price_SuperKiss_12';
const alerts = async () =>
  (await cloud.database.db.selectFrom('job').select(['key', 'last_error as reason']).where('what', '=', 'alert').execute()).filter(
    ({ key }) => key.startsWith('tax-rate:'),
  );

async function signUp(): Promise<Subscription> {
  const { customer } = await cloud.member();
  const preview = await manager.post<Preview>('/subscription/preview', { customer, PlanId, DoNotProrate: true });
  expect(preview.status, JSON.stringify(preview.body)).toBe(200);
  const { status, body } = await manager.post<Subscription>('/subscription', {
    customer,
    PlanId,
    DoNotProrate: true,
    from: preview.body.from,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.latest_invoice?.amount_due).toBe(preview.body.due_today);
  return body;
}

const ratesOf = (id: string) => cloud.stripe.store.get('subscription', id)?.default_tax_rates;

describe('a tax rate that is archived in Stripe', () => {
  it('is replaced by the newest rate of the same tax, and an Admin is told', async () => {
    const before = await signUp();
    const later = await cloud.sdk.taxRates.create({ display_name: 'Sales tax', inclusive: false, percentage: 6 });
    await cloud.sdk.taxRates.update(cloud.taxRate, { active: false });
    const { id, latest_invoice } = await signUp();
    expect(ratesOf(id)).toEqual([later.id]);
    expect(latest_invoice?.amount_due).toBe(3_179);
    await cloud.settled();
    // the older plan keeps its own rate, in previews too
    const upgrade = await manager.post<Preview>(`/subscription/${before.id}/preview`, {
      change: 'upgrade',
      price: 'price_SuperKissPlus_12',
    });
    expect(upgrade.status, JSON.stringify(upgrade.body)).toBe(200);
    expect(upgrade.body.next).toMatchObject({ tax: 225, amount: 4_724 });
    expect(await alerts()).toMatchObject([{ reason: expect.stringContaining(`New plans use its replacement, ${later.id}`) }]);
    await cloud.sdk.taxRates.update(later.id, { active: false });
    await cloud.settled();
    expect((await alerts()).map(({ reason }) => reason)).toContainEqual(expect.stringContaining('New plans are sold without tax'));
    expect(ratesOf((await signUp()).id)).toEqual([]);
  });
});

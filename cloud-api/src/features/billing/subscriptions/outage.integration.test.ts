import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import { until } from '@washdesk/test-support/until';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

const underWay = async (customer: string) => (await manager.get<CustomerSummary>(`/customer/${customer}/summary`)).body.under_way;

it('a change that Stripe did not answer is shown on the customer, continues within seconds of its return, and frees the customer', async () => {
  const { customer } = await cloud.member();
  const { body: plan } = await manager.post<Subscription>('/subscription', { customer, PlanId: 'price_SuperKiss_12' });
  expect(await underWay(customer)).toEqual([]);
  cloud.stripe.behave({ down: true });
  expect(await manager.post(`/subscription/${plan.id}/discontinue`, { reason: 'Moved away' })).toMatchObject({
    status: 503,
    body: { code: 'stripe_unavailable' },
  });
  const [waiting] = await underWay(customer);
  expect(waiting).toMatchObject({ action: 'Discontinue the plan', waits_for_stripe: true });
  expect(Date.parse(waiting?.next_try ?? '')).toBeLessThanOrEqual(Date.now() + 10_000);

  cloud.stripe.behave({ down: false });
  // a person may continue it at once; otherwise the recovery does within seconds
  expect(await manager.post(`/operation/${waiting?.operation}/resume`)).toMatchObject({ status: 200 });
  await until('nothing is under way', async () => ((await underWay(customer)).length === 0 ? true : null));
  expect(cloud.stripe.store.get('subscription', plan.id)).toMatchObject({ cancel_at_period_end: true });
  expect(await manager.post(`/subscription/${plan.id}/reinstate`, {})).toMatchObject({ status: 200 });
});

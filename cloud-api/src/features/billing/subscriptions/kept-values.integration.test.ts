import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan, Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
  manager = await clientAs(cloud, 'Scheduler');
});
afterAll(() => cloud.stop());

type Priced = { amount: number; class: string };
const reason = 'Moved away';

async function member(PlanId = 'price_SuperKiss_12') {
  const { customer } = await cloud.member({ plate: '' });
  const { status, body } = await manager.post<Subscription>('/subscription', { customer, PlanId });
  expect(status, JSON.stringify(body)).toBe(200);
  return { customer, id: body.id };
}

const pricedOf = ({ plan }: Subscription): Priced => ({
  amount: plan?.amount ?? 0,
  class: plan?.product.metadata['product_class'] ?? plan?.product.name ?? '',
});
const now = async (id: string) => (await manager.get<Subscription>(`/subscription/${id}`)).body;
const keptOf = (customer: string) => cloud.stripe.store.get('customer', customer)?.metadata['nextprice'];

const change = async (id: string, kind: string, price?: string) => {
  const { status, body } = await manager.post(`/subscription/${id}/${kind}`, { ...(price && { price }), reason });
  expect(status, JSON.stringify(body)).toBe(200);
};
const reinstate = async (id: string): Promise<Subscription> => {
  const { status, body } = await manager.post<{ subscription: Subscription }>(`/subscription/${id}/reinstate`, {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.subscription;
};
const othersOf = async (id: string) =>
  (await manager.get<{ prices: (Plan & { paid: boolean })[] }>(`/subscription/${id}/prices`)).body.prices.filter(({ paid }) => !paid);
const firstTarget = async (id: string, mode: string) =>
  (await manager.get<{ plans: Plan[] }>(`/subscription/${id}/plans?mode=${mode}`)).body.plans?.[0]?.PlanId;

describe('a scheduled increase', () => {
  const schedulesOf = (subscription: string) =>
    cloud.stripe.store.list('subscription_schedule').filter((one) => one.subscription === subscription && one.status === 'active');
  const lastPhase = (subscription: string) => {
    const phase = schedulesOf(subscription)[0]?.phases.at(-1);
    return phase && { price: phase.items[0]?.price, from: phase.start_date };
  };
  async function increased() {
    const { id } = await member();
    const [higher] = await othersOf(id);
    const { status } = await manager.post('/subscriptionschedule', { subscriptionId: id, newPrice: higher?.PlanId });
    expect(status).toBe(200);
    return { id, before: lastPhase(id)! };
  }

  it('is scheduled again when a discontinued plan continues, and its next bill is told', async () => {
    const { id, before } = await increased();
    const metadata = schedulesOf(id)[0]?.metadata;
    await change(id, 'discontinue');
    expect(schedulesOf(id)).toEqual([]);
    const { body: choice } = await manager.get<{ warnings: string[] }>(`/subscription/${id}/plans?mode=reinstate`);
    expect(choice.warnings).toEqual([expect.stringMatching(/^The scheduled increase to \$[\d.]+ on 12\/01\/2026 applies again\.$/)]);
    const { body: preview } = await manager.post<{ next: { amount: number } }>(`/subscription/${id}/preview`, { change: 'reinstate' });
    expect(preview.next.amount).toBe(cloud.stripe.store.get('price', String(before.price))?.unit_amount);
    await reinstate(id);
    expect(lastPhase(id)).toEqual(before);
    expect(schedulesOf(id)[0]?.metadata).toMatchObject({
      increaseitem: metadata?.['increaseitem'],
      originalprice: metadata?.['originalprice'],
    });
  });

  it('is not scheduled again when it was released before, or its bulk increase was undone since', async () => {
    const released = await increased();
    expect((await manager.delete(`/subscriptionschedule/${schedulesOf(released.id)[0]!.id}`)).status).toBe(200);
    await change(released.id, 'discontinue');
    await reinstate(released.id);
    expect(schedulesOf(released.id)).toEqual([]);

    const undone = await increased();
    await change(undone.id, 'discontinue');
    const { db } = cloud.database;
    const bulk = '019aa000-0000-7000-8000-00000000abcd';
    await sql`insert into price_increase (id, name, created, created_by, asked, choice, effective, state)
      values (${bulk}, 'Bulk', now(), 'Sam Fuller', 'asked', '{}', '2026-12-01', 'undone')`.execute(db);
    await sql`update operation set facts = jsonb_set(facts::jsonb, '{held,increase,metadata,bulkincrease}', ${JSON.stringify(bulk)}::jsonb)
      where kind = 'subscription.discontinue' and facts->>'subscription' = ${undone.id}`.execute(db);
    await reinstate(undone.id);
    expect(schedulesOf(undone.id)).toEqual([]);
  });
});

describe('a reinstatement', () => {
  it('after a change of price and a downgrade is one of the lower plan', async () => {
    const { id, customer } = await member('price_SuperKissPlus_12');
    const [other] = await othersOf(id);
    await change(id, 'changeprice', other?.PlanId);
    expect(keptOf(customer)).toBe(other?.PlanId);
    await change(id, 'downgrade', await firstTarget(id, 'downgrade'));
    expect(keptOf(customer)).toBeUndefined();
    const before = pricedOf(await now(id));
    expect(before.amount).toBe(2_999);
    await change(id, 'discontinue');
    expect(pricedOf(await reinstate(id))).toEqual(before);
  });

  it('after a change of price and a paid upgrade is one of the higher plan', async () => {
    const { id } = await member();
    const [other] = await othersOf(id);
    await change(id, 'changeprice', other?.PlanId);
    await change(id, 'upgrade', await firstTarget(id, 'upgrade'));
    const before = pricedOf(await now(id));
    await change(id, 'discontinue');
    expect(pricedOf(await reinstate(id))).toEqual(before);
  });

  it('does not take a price that was kept for another class, whatever wrote it', async () => {
    const { id, customer } = await member();
    const expires = String(Math.floor(cloud.clock.now().getTime() / 1_000) + 86_400);
    await cloud.sdk.customers.update(customer, { metadata: { nextprice: 'price_SuperKissPlus_12', nextpriceexpires: expires } });
    await cloud.settled();
    await change(id, 'discontinue');
    expect(pricedOf(await reinstate(id)).amount).toBe(2_999);
  });

  it('never changes class or price, after any sequence of changes', async () => {
    const step = fc.constantFrom('changeprice', 'upgrade', 'downgrade', 'increase', 'reinstated', 'ended');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        let { id } = await member();
        const results: { before: Priced; after: Priced }[] = [];
        for (const kind of steps) {
          if (kind === 'upgrade' || kind === 'downgrade') {
            const target = await firstTarget(id, kind);
            if (target) await change(id, kind, target);
          } else if (kind === 'changeprice') {
            const [other] = await othersOf(id);
            if (other) await change(id, kind, other.PlanId);
          } else if (kind === 'increase') {
            const { PlanId } = (await othersOf(id)).find(({ PlanPrice }) => PlanPrice > 0) ?? {};
            await manager.post('/subscriptionschedule', { subscriptionId: id, newPrice: PlanId });
          } else {
            const before = pricedOf(await now(id));
            await change(id, kind === 'ended' ? 'terminate' : 'discontinue');
            const back = await reinstate(id);
            const after = pricedOf(back);
            // an ended plan whose price is no longer sold comes back at today's
            results.push({ before, after: kind === 'reinstated' ? after : { ...after, amount: before.amount } });
            id = back.id;
          }
        }
        expect(
          results.map(({ after }) => after),
          steps.join(' '),
        ).toEqual(results.map(({ before }) => before));
      }),
      { numRuns: 6, seed: 32 },
    );
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { stripePayments } from '../../../../adapters/stripe/stripe-payments.ts';
import { testOperations } from '../../../../operations/operations.fixture.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { settledDifferences } from '../../../../testing/mirror-equals.ts';
import { NextPriceCleanup } from './next-price-cleanup.ts';

let cloud: BillingCloud;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
});
afterAll(() => cloud.stop());

function cleanup(): NextPriceCleanup {
  const { clock } = cloud;
  const { db } = cloud.database;
  const address = { host: '127.0.0.1', port: cloud.stripe.port, protocol: 'http' } as const;
  const payments = stripePayments({ ...address, secretKey: 'sk_test_sweep', backgroundPerSecond: 1_000 });
  return new NextPriceCleanup({ db, operations: testOperations({ db, payments, clock }), clock });
}

it('clears a kept price when its month is over, and no other', async () => {
  const keep = async (nextpriceexpires: string) => {
    const { customer } = await cloud.member();
    await cloud.sdk.customers.update(customer, { metadata: { nextprice: 'price_SuperKiss_12', nextpriceexpires } });
    return customer;
  };
  const at = (iso: string) => String(Date.parse(iso) / 1_000);
  const [over, running, odd] = [await keep(at('2026-12-10T10:00:00Z')), await keep(at('2026-12-20T10:00:00Z')), await keep('soon')];
  await cloud.settled();
  expect(await cleanup().round()).toBe(0);
  await cloud.clock.moveTo('2026-12-10T10:00:00Z');
  expect(await cleanup().round()).toBe(1);
  expect(await cleanup().round()).toBe(0);
  const metadataOf = (customer: string) => cloud.stripe.store.get('customer', customer)?.metadata;
  expect(metadataOf(over)).toEqual({ CustomerCode: 'MEMBER1-IL' });
  expect(metadataOf(running)).toMatchObject({ nextprice: 'price_SuperKiss_12' });
  expect(metadataOf(odd)).toMatchObject({ nextpriceexpires: 'soon' });
  const audits = await cloud.database.db
    .selectFrom('whole_audit')
    .select(['actor', 'subject'])
    .where('action', '=', 'next-price.cleared')
    .execute();
  expect(audits).toEqual([{ actor: 'next-price', subject: `customer:${over}` }]);
  await cloud.settled();
  expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
});

it('is not held up by customers whose price Stripe refuses to clear, however many', async () => {
  const { db } = cloud.database;
  const { customer } = await cloud.member();
  const expired = epochSeconds(cloud.clock.now()) - 60;
  const nextpriceexpires = String(expired);
  await cloud.sdk.customers.update(customer, { metadata: { nextprice: 'price_SuperKiss_12', nextpriceexpires } });
  await cloud.settled();
  // deleted at Stripe, with no event received yet
  const row = await db.selectFrom('mirror_customer').selectAll().where('id', '=', customer).executeTakeFirstOrThrow();
  const gone = Array.from({ length: 120 }, (_, copy) => `cus_gone_${copy}`);
  const object = (id: string) =>
    JSON.stringify({ ...row.object, id, metadata: { nextprice: 'price_SuperKiss_12', nextpriceexpires: String(expired - 3_600) } });
  await db
    .insertInto('mirror_customer')
    .values(gone.map((id) => ({ ...row, id, object: object(id) })))
    .execute();
  const rounds = cleanup();
  const cleared = [];
  for (let round = 0; round < 4; round += 1) cleared.push(await rounds.round().catch(() => 'refused'));
  expect(cleared).toEqual(['refused', 'refused', 1, 0]);
  expect(cloud.stripe.store.get('customer', customer)?.metadata).not.toHaveProperty('nextprice');
  const failed = await db
    .selectFrom('operation')
    .select('state')
    .where('kind', '=', 'next-price.clear')
    .where('state', '=', 'failed')
    .execute();
  expect(failed).toHaveLength(gone.length);
});

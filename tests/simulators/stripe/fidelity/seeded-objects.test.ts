import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from '../company-clock.fixture.ts';
import { operations } from '../server/operations.ts';
import { startStripeSimulator, type StripeSimulator } from '../simulator.ts';

/** Lists that Stripe only returns for one object. */
const of: Record<string, (simulator: StripeSimulator) => string> = {
  '/v1/setup_attempts': () => 'setup_intent=seti_nobody',
  '/v1/subscription_items': ({ store }) => `subscription=${store.list('subscription')[0]?.id}`,
};

const expanded: Record<string, readonly string[]> = {
  '/v1/subscriptions': [
    'customer',
    'customer.subscriptions',
    'default_payment_method',
    'items.data.price.product',
    'schedule',
    'latest_invoice',
  ],
  '/v1/invoices': ['payments', 'customer', 'parent.subscription_details.subscription'],
  '/v1/charges': ['payment_intent', 'refunds', 'customer', 'payment_intent.latest_charge'],
};

const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes(':')).map(({ path }) => path);

let simulator: StripeSimulator;

beforeAll(async () => {
  simulator = await startStripeSimulator({
    company: makeCompany({ now: new Date('2026-11-21T15:30:00Z'), members: 60 }),
    clockOffsetMs: offsetTo('2026-11-21T15:30:00Z'),
  });
  return () => simulator.stop();
});

async function get(path: string, query: string): Promise<{ status: number; body: { data: { id: string }[] } }> {
  const url = `http://127.0.0.1:${simulator.port}${path}?${query}`;
  const response = await fetch(url, { headers: { authorization: 'Bearer sk_test_shapes' } });
  return { status: response.status, body: (await response.json()) as { data: { id: string }[] } };
}

// drift gets a 500 response (see drift.ts)
describe('every object of the seeded company has the shape that the SDK tells', () => {
  it.each(lists)('%s', async (path) => {
    const query = of[path]?.(simulator) ?? '';
    const expand = (expanded[path] ?? []).map((field) => `&expand[]=data.${field}`).join('');
    const { status, body } = await get(path, `${query}&limit=100${expand}`);
    expect(status, JSON.stringify(body)).toBe(200);
    for (const { id } of body.data.slice(0, 5)) {
      const one = await get(`${path}/${id}`, '');
      expect([200, 404], JSON.stringify(one.body)).toContain(one.status);
    }
  });
});

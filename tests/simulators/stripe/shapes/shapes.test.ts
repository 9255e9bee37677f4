import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany } from '../../company/company.ts';
import { startStripeSimulator, type StripeSimulator } from '../simulator.ts';
import { checkShape } from './check-shape.ts';
import { readYardstick, type YardstickTypes } from './read-types.ts';
import type { Yardstick } from './yardstick.ts';

let yardstick: YardstickTypes;
let simulator: StripeSimulator;

beforeAll(async () => {
  yardstick = readYardstick();
  simulator = await startStripeSimulator({ company: makeCompany({ now: new Date('2026-11-21T15:30:00Z'), members: 60 }) });
  return () => simulator.stop();
}, 30_000);

async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${simulator.port}${path}`, {
    ...init,
    headers: { authorization: 'Bearer sk_test_shapes' },
  });
  expect(response.status).toBe(200);
  return response.json();
}

const problemsOf = (name: keyof Yardstick, value: unknown): string[] => checkShape(yardstick.checker, yardstick.typeOf(name), value);

describe('every object has exactly the fields of the pinned API version', () => {
  const lists: [keyof Yardstick, string][] = [
    ['customer', '/v1/customers?limit=100'],
    ['product', '/v1/products'],
    ['price', '/v1/prices?limit=100'],
    ['subscription', '/v1/subscriptions?status=all&limit=100'],
    ['subscription_schedule', '/v1/subscription_schedules'],
    ['payment_method', '/v1/payment_methods?limit=100'],
    ['charge', '/v1/charges?limit=100'],
    ['terminal.location', '/v1/terminal/locations'],
    ['terminal.reader', '/v1/terminal/readers'],
  ];

  it.each(lists)('%s', async (name, path) => {
    const { data } = (await call(path)) as { data: unknown[] };
    expect(data.length).toBeGreaterThan(0);
    expect(data.flatMap((object) => problemsOf(name, object))).toEqual([]);
  });

  it('a connection token', async () => {
    expect(problemsOf('terminal.connection_token', await call('/v1/terminal/connection_tokens', { method: 'POST' }))).toEqual([]);
  });

  it('a deleted customer', async () => {
    const deleted = simulator.store.list('subscription').find(({ customer }) => !simulator.store.get('customer', customer));
    expect(problemsOf('deletedCustomer', await call(`/v1/customers/${deleted?.customer}`))).toEqual([]);
  });

  it('expanded objects', async () => {
    const expand = ['customer', 'customer.subscriptions', 'default_payment_method', 'items.data.price.product', 'schedule'];
    const query = expand.map((path) => `expand[]=data.${path}`).join('&');
    const { data } = (await call(`/v1/subscriptions?limit=100&${query}`)) as { data: { customer: { object: string } }[] };
    expect(data.flatMap((object) => problemsOf('subscription', object))).toEqual([]);
    expect(data[0]?.customer.object).toBe('customer');
  });
});

describe('the check itself', () => {
  it('names a field that misses, is unknown, or has a value nobody listed', async () => {
    const { data } = (await call('/v1/subscriptions?limit=1')) as { data: [Record<string, unknown>] };
    const { currency: _left, ...incomplete } = data[0];
    expect(problemsOf('subscription', incomplete)).toEqual(['$.currency is missing']);
    expect(problemsOf('subscription', { ...data[0], plan: {} })).toEqual(['$.plan is unknown']);
    expect(problemsOf('subscription', { ...data[0], status: 'asleep' })[0]).toContain('$.status: "asleep"');
    expect(problemsOf('subscription', { ...data[0], created: null })[0]).toContain('$.created: null');
  });
});

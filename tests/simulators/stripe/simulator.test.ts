import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from './company-clock.fixture.ts';
import { startStripeSimulator, type StripeSimulator } from './simulator.ts';

const company = makeCompany({ now: new Date('2026-11-21T15:30:00Z'), members: 250 });
const edgeCases = company.edgeCases;
const clockOffsetMs = offsetTo(company.now);

let simulator: StripeSimulator;
let stripe: Stripe;

function sdkFor(port: number, key = 'sk_test_workbench'): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

beforeAll(async () => {
  simulator = await startStripeSimulator({ company, clockOffsetMs });
  stripe = sdkFor(simulator.port);
  return () => simulator.stop();
});

function subscriptionOf(customer: string): string {
  const id = company.members.find((member) => member.id === customer)?.subscription?.id;
  if (!id) throw new Error(`Customer ${customer} has no subscription`);
  return id;
}

describe('lists', () => {
  it('go through every customer once, newest first, page by page', async () => {
    const all = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all).toHaveLength(company.members.filter(({ deleted }) => !deleted).length);
    expect(all.map(({ created }) => created)).toEqual(all.map(({ created }) => created).toSorted((one, other) => other - one));
  });

  it('turn pages forth and back', async () => {
    const first = await stripe.customers.list({ limit: 3 });
    const second = await stripe.customers.list({ limit: 3, starting_after: first.data[2]!.id });
    const back = await stripe.customers.list({ limit: 3, ending_before: second.data[0]!.id });
    expect(back.data.map(({ id }) => id)).toEqual(first.data.map(({ id }) => id));
    expect([first.has_more, second.has_more, back.has_more]).toEqual([true, true, false]);
    expect(first.url).toBe('/v1/customers');
  });

  it('leave canceled subscriptions out unless asked for', async () => {
    const customer = edgeCases.canceled.customer;
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status)).toEqual(['canceled']);
    expect((await stripe.subscriptions.list({ customer, status: 'ended' })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer: edgeCases.pastDue.customer, status: 'past_due' })).data).toHaveLength(1);
  });

  it('filter by what the product filters by', async () => {
    const customer = await stripe.customers.retrieve(edgeCases.ordinary.customer);
    if (customer.deleted) throw new Error('Ordinary member is deleted');
    expect((await stripe.customers.list({ email: customer.email! })).data.map(({ id }) => id)).toEqual([customer.id]);
    expect((await stripe.customers.list({ created: { gt: 4_000_000_000 } })).data).toEqual([]);
    expect((await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data).toHaveLength(1);
    expect((await stripe.charges.list({ customer: customer.id })).data[0]?.payment_method_details?.card?.last4).toBe(
      customer.metadata['last4'],
    );
    const readers = await stripe.terminal.readers.list({ location: company.sites[0]!.locationId });
    expect(readers.data.map(({ device_type, status }) => `${device_type} ${status}`)).toEqual([
      'bbpos_wisepos_e offline',
      'verifone_P400 online',
      'bbpos_wisepos_e online',
    ]);
  });

  it('take the nearest limit for one out of range', async () => {
    expect((await stripe.customers.list({ limit: 0 })).data).toHaveLength(1);
    expect((await stripe.charges.list({ limit: 1_000 })).data).toHaveLength(100);
  });

  it('go on from a customer who was deleted, both ways', async () => {
    const made = [];
    for (const name of ['Ada', 'Bea', 'Cea']) made.push((await stripe.customers.create({ name })).id);
    const [first, deleted, last] = made;
    await stripe.customers.del(deleted!);
    expect((await stripe.customers.list({ starting_after: deleted!, limit: 1 })).data.map(({ id }) => id)).toEqual([first]);
    expect((await stripe.customers.list({ ending_before: deleted!, limit: 1 })).data.map(({ id }) => id)).toEqual([last]);
  });

  const refused: [string, object, string | undefined][] = [
    ['a limit that is no number', { limit: 'abc' }, 'limit'],
    ['an unknown cursor', { starting_after: 'cus_nobody' }, 'starting_after'],
    ['two cursors', { starting_after: edgeCases.ordinary.customer, ending_before: edgeCases.ordinary.customer }, undefined],
    ['an unknown parameter', { plate: 'ABC1234-IL' }, 'plate'],
    ['an expand that is no object', { expand: ['data.email'] }, 'expand'],
    ['an expand that is too deep', { expand: ['data.a.b.c.d.e'] }, 'expand'],
  ];
  it.each(refused)('refuse %s', async (_, params, param) => {
    await expect(stripe.customers.list(params)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
  });
});

describe('objects', () => {
  it('expand along a path and through a list', async () => {
    const subscription = await stripe.subscriptions.retrieve(subscriptionOf(edgeCases.priceIncrease.customer), {
      expand: ['customer', 'items.data.price.product', 'schedule'],
    });
    expect(subscription.customer).toMatchObject({ object: 'customer', metadata: { CustomerCode: edgeCases.priceIncrease.code } });
    expect(subscription.items.data[0]?.price.product).toMatchObject({ metadata: { product_class: 'Super Kiss' } });
    expect(subscription.schedule).toMatchObject({
      status: 'active',
      phases: [{}, { start_date: Date.parse('2027-01-01T10:00:00Z') / 1000 }],
    });
  });

  it('show what is left of a deleted customer, also where it is expanded', async () => {
    const id = edgeCases.deleted.customer;
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, object: 'customer', deleted: true });
    const { customer } = await stripe.subscriptions.retrieve(subscriptionOf(id), { expand: ['customer'] });
    expect(customer).toEqual({ id, object: 'customer', deleted: true });
    await expect(stripe.customers.update(id, { name: 'Lazarus' })).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('merge metadata: set, keep, remove, clear', async () => {
    const id = edgeCases.noPlan.customer;
    const metadata = async (change: Stripe.Emptyable<Record<string, string>>) =>
      (await stripe.customers.update(id, { metadata: change })).metadata;
    const before = await metadata({ first: '1' });
    expect(before).toMatchObject({ first: '1', CustomerCode: edgeCases.noPlan.code });
    expect(await metadata({ first: '', second: 'two words & more' })).toEqual({ ...without(before, 'first'), second: 'two words & more' });
    expect(await metadata('')).toEqual({});
    await expect(stripe.customers.update(id, { metadata: { long: 'x'.repeat(501) } })).rejects.toMatchObject({ param: 'metadata[long]' });
    await expect(
      stripe.customers.update(id, { metadata: Object.fromEntries(Array.from({ length: 51 }, (__, n) => [`key${n}`, 'v'])) }),
    ).rejects.toMatchObject({
      param: 'metadata',
    });
  });

  it('acknowledge a price increase on the subscription', async () => {
    const id = subscriptionOf(edgeCases.priceIncrease.customer);
    await stripe.subscriptions.update(id, { metadata: { Acknowledged: 'true', AcknowledgedSite: '12' } });
    expect((await stripe.subscriptions.retrieve(id)).metadata).toMatchObject({ Acknowledged: 'true', AcknowledgedSite: '12', site: '12' });
  });

  it('give connection tokens for a location that exists', async () => {
    const location = company.sites[0]!.locationId;
    expect(await stripe.terminal.connectionTokens.create({ location })).toMatchObject({ object: 'terminal.connection_token', location });
    await expect(stripe.terminal.connectionTokens.create({ location: 'tml_nowhere' })).rejects.toMatchObject({
      statusCode: 400,
      param: 'location',
    });
  });
});

function without(metadata: Record<string, string>, key: string): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => name !== key));
}

describe('errors', () => {
  it('carry a request id and the words of Stripe', async () => {
    await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_nobody'",
      requestId: expect.stringMatching(/^req_/),
    });
    await expect(stripe.products.retrieve(edgeCases.ordinary.customer)).rejects.toMatchObject({
      statusCode: 404,
      message: `No such product: '${edgeCases.ordinary.customer}'`,
    });
  });

  it('ask for a key', async () => {
    const response = await fetch(`http://127.0.0.1:${simulator.port}/v1/customers`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining('You did not provide an API key') },
    });
    await expect(sdkFor(simulator.port, 'pk_wrong').customers.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  });

  it('name the unknown address', async () => {
    const response = await fetch(`http://127.0.0.1:${simulator.port}/v1/unicorns`, { headers: { authorization: 'Bearer sk_test_x' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('Unrecognized request URL (GET: /v1/unicorns). Please see') },
    });
  });
});

describe('idempotency keys', () => {
  it('replay the first answer and refuse other parameters', async () => {
    const once = { idempotencyKey: 'operation-1:metadata:1' };
    const first = await stripe.customers.update(edgeCases.ordinary.customer, { metadata: { visit: 'first' } }, once);
    await stripe.customers.update(edgeCases.ordinary.customer, { metadata: { visit: 'second' } });
    expect(await stripe.customers.update(edgeCases.ordinary.customer, { metadata: { visit: 'first' } }, once)).toEqual(first);
    expect(await stripe.customers.retrieve(edgeCases.ordinary.customer)).toMatchObject({ metadata: { visit: 'second' } });
    await expect(stripe.customers.update(edgeCases.ordinary.customer, { metadata: { visit: 'third' } }, once)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  it.each([
    ['every byte counts', false, 400],
    ['the parameters count, in any order', true, 200],
  ])('judged so that %s', async (_, keysByParameters, again) => {
    simulator.behave({ keysByParameters });
    const path = `http://127.0.0.1:${simulator.port}/v1/customers/${edgeCases.ordinary.customer}`;
    const headers = { authorization: 'Bearer sk_test_x', 'idempotency-key': `order-${keysByParameters}` };
    const ask = async (body: string) => (await fetch(path, { method: 'POST', headers, body })).status;
    expect(await ask('name=Pat&metadata[a]=1&metadata[b]=2')).toBe(200);
    expect(await ask('metadata[b]=2&metadata[a]=1&name=Pat')).toBe(again);
    expect(await ask('name=Pat&metadata[a]=1&metadata[b]=3')).toBe(400);
    simulator.behave({ keysByParameters: false });
  });

  it('keep a refusal as well', async () => {
    const once = { idempotencyKey: 'operation-2:metadata:1' };
    const refused = () => stripe.customers.update('cus_nobody', { metadata: { a: 'b' } }, once);
    await expect(refused()).rejects.toMatchObject({ statusCode: 404 });
    await expect(refused()).rejects.toMatchObject({ statusCode: 404, headers: { 'idempotent-replayed': 'true' } });
  });
});

describe('faults', () => {
  async function startFaulty(change: Parameters<StripeSimulator['behave']>[0]): Promise<Stripe> {
    const faulty = await startStripeSimulator({ company, clockOffsetMs });
    onTestFinished(() => faulty.stop());
    faulty.behave(change);
    return sdkFor(faulty.port);
  }

  it('down: the line is cut', async () => {
    await expect((await startFaulty({ down: true })).customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
  });

  it('rate limit: 429', async () => {
    await expect((await startFaulty({ rateLimit: true })).customers.list()).rejects.toMatchObject({
      type: 'StripeRateLimitError',
      code: 'rate_limit',
    });
  });

  it('latency: slower than the caller waits', async () => {
    const slow = await startFaulty({ latencyMs: 600_000 });
    await expect(slow.customers.list({}, { timeout: 50 })).rejects.toMatchObject({ type: 'StripeConnectionError' });
  });
});

describe('the state file', () => {
  it('keeps changes over a restart, and over a line that a kill left half-written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stripe-simulator-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const stateFile = join(folder, 'state.jsonl');
    const id = edgeCases.ordinary.customer;

    const before = await startStripeSimulator({ company, stateFile, clockOffsetMs });
    await sdkFor(before.port).customers.update(id, { metadata: { remembered: 'yes' } });
    await before.stop();
    await appendFile(stateFile, '{"id":"cus_');
    const between = await startStripeSimulator({ company, stateFile, clockOffsetMs });
    await sdkFor(between.port).customers.update(id, { metadata: { again: 'yes' } });
    await between.stop();
    const after = await startStripeSimulator({ company, stateFile, clockOffsetMs });
    onTestFinished(() => after.stop());
    expect(await sdkFor(after.port).customers.retrieve(id)).toMatchObject({
      metadata: { remembered: 'yes', again: 'yes', CustomerCode: edgeCases.ordinary.code },
    });
  });
});

describe('the dashboard page', () => {
  it('shows the customer, in letters that do nothing', async () => {
    const page = async (id: string) => (await fetch(`http://127.0.0.1:${simulator.port}/dashboard/customers/${id}`)).text();
    await stripe.customers.update(edgeCases.manyCodes.customer, { name: '<script>alert(1)</script>' });
    expect(await page(edgeCases.manyCodes.customer)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(await page(edgeCases.accentedName.customer)).toContain('Sørensen, Zoë');
    expect(await page(edgeCases.deleted.customer)).toContain('has been deleted');
    expect(await page('cus_nobody')).toContain('No such customer');
  });
});

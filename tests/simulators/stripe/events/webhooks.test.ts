import { expect, it, describe, onTestFinished } from 'vitest';
import { seed } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import type { BehaviourChange } from '../server/behaviour.ts';
import { company, newStateFile, startStandIn, type TestStandIn } from '../stand-in.fixture.ts';
import { receiveWebhooks, type WebhookReceiver } from './webhook-receiver.fixture.ts';

const customer = company.edgeCases.ordinary.customer;

async function receiver(): Promise<WebhookReceiver> {
  const webhooks = await receiveWebhooks();
  onTestFinished(() => webhooks.stop());
  return webhooks;
}

async function withReceiver(webhooks: BehaviourChange['webhooks'] = {}): Promise<TestStandIn & { received: WebhookReceiver }> {
  const received = await receiver();
  const standIn = await startStandIn({ webhook: received });
  standIn.simulator.behave({ seed, webhooks });
  return { ...standIn, received };
}

const phoneOf = (event: { data: { object: object } }): unknown => (event.data.object as { phone?: unknown }).phone;

/** Makes changes that differ in the phone number. */
async function changePhones({ stripe }: TestStandIn, times: number): Promise<string[]> {
  const phones = Array.from({ length: times }, (_, n) => `312555${String(n).padStart(4, '0')}`);
  for (const phone of phones) await stripe.customers.update(customer, { phone });
  return phones;
}

describe('events', () => {
  it('tell the object as it is now, what it was, and who asked', async () => {
    const { stripe } = await startStandIn();
    const before = await stripe.customers.retrieve(customer);
    const changed = await stripe.customers.update(customer, { phone: '3125550100' }, { idempotencyKey: 'operation-1:phone:1' });
    const [event] = (await stripe.events.list({ limit: 1 })).data;
    expect(event).toMatchObject({
      object: 'event',
      type: 'customer.updated',
      api_version: '2026-10-28.endive',
      pending_webhooks: 0,
      data: { object: { id: customer, phone: '3125550100' }, previous_attributes: { phone: 'phone' in before ? before.phone : null } },
      request: { id: changed.lastResponse.requestId, idempotency_key: 'operation-1:phone:1' },
    });
    expect(await stripe.events.retrieve(event!.id)).toMatchObject({ id: event!.id, type: 'customer.updated' });
  });

  it('are found by type, by group and by time', async () => {
    const { stripe, simulator } = await startStandIn();
    await stripe.customers.update(customer, { phone: '3125550100' });
    await stripe.products.create({ name: 'Towel' });
    const types = async (filter: object) => (await stripe.events.list(filter)).data.map(({ type }) => type);
    expect(await types({ type: 'product.*' })).toEqual(['product.created']);
    expect(await types({ types: ['customer.updated', 'product.created'] })).toEqual(['product.created', 'customer.updated']);
    expect(await types({ created: { gt: simulator.sandbox.now() } })).toEqual([]);
    await expect(types({ type: 'a', types: ['b'] })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('are forgotten after 30 days', async () => {
    const { stripe, simulator } = await startStandIn();
    await stripe.customers.update(customer, { phone: '3125550100' });
    simulator.moveClock(new Date('2026-12-22T00:00:00Z'));
    await stripe.customers.update(customer, { phone: '3125550101' });
    const kept = (await stripe.events.list({ type: 'customer.updated', limit: 100 })).data.map(phoneOf);
    expect(kept).toContain('3125550101');
    expect(kept).not.toContain('3125550100');
  });
});

describe('endpoints', () => {
  it('hear, signed, of what they asked for, until they are switched off or deleted', async () => {
    const { stripe, simulator } = await startStandIn();
    const received = await receiver();
    const endpoint = await stripe.webhookEndpoints.create({ url: received.url, enabled_events: ['customer.updated'] });
    received.secret = endpoint.secret!;
    expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');
    const change = async (phone: string): Promise<void> => {
      await stripe.customers.update(customer, { phone });
      await simulator.webhooksSettled();
    };

    await stripe.products.create({ name: 'Towel' });
    await change('3125550100');
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
    await change('3125550101');
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: false });
    await change('3125550102');
    await stripe.webhookEndpoints.del(endpoint.id);
    await change('3125550103');
    expect(received.events.map(phoneOf)).toEqual(['3125550100', '3125550102']);
    expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
  });

  it('are asked again until they say 2xx', async () => {
    const standIn = await withReceiver({ retryAfterMs: [1, 1, 1] });
    standIn.received.answers.push(500, 429, 301);
    const phones = await changePhones(standIn, 1);
    await standIn.simulator.webhooksSettled();
    expect(standIn.received.events.map(phoneOf)).toEqual(phones);
    expect(standIn.simulator.state().webhooks).toEqual({ delivered: 1, pending: 0, held: 0, lost: 0 });
  });

  it('miss nothing because the clock jumped while it was on its way', async () => {
    const { stripe, simulator } = await startStandIn();
    const received = await receiver();
    const endpoint = await stripe.webhookEndpoints.create({ url: received.url, enabled_events: ['customer.updated'] });
    received.secret = endpoint.secret!;
    simulator.behave({ webhooks: { hold: true } });
    await stripe.customers.update(customer, { phone: '3125550100' });
    simulator.moveClock(new Date('2026-12-22T00:00:00Z'));
    await stripe.customers.update(customer, { phone: '3125550101' });
    simulator.behave({ webhooks: { hold: false } });
    await simulator.webhooksSettled();
    expect(received.events.map(phoneOf)).toEqual(expect.arrayContaining(['3125550100', '3125550101']));
  });

  it('miss what they refuse for good', async () => {
    const standIn = await withReceiver({ retryAfterMs: [1] });
    standIn.received.answers.push(500, 500);
    await changePhones(standIn, 1);
    await standIn.simulator.webhooksSettled();
    expect(standIn.simulator.state().webhooks).toMatchObject({ delivered: 0, pending: 0, lost: 1 });
    expect((await standIn.stripe.events.list({ delivery_success: false })).data).toMatchObject([{ pending_webhooks: 1 }]);
  });
});

describe('switches', () => {
  it('duplicate', async () => {
    const standIn = await withReceiver({ duplicate: 1 });
    await changePhones(standIn, 2);
    await standIn.simulator.webhooksSettled();
    const ids = standIn.received.events.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
  });

  it('lose', async () => {
    const standIn = await withReceiver({ lose: 0.5 });
    await changePhones(standIn, 40);
    await standIn.simulator.webhooksSettled();
    const { delivered, lost } = standIn.simulator.state().webhooks;
    expect(standIn.received.events).toHaveLength(delivered);
    expect(delivered + lost).toBe(40);
    expect(Math.min(delivered, lost)).toBeGreaterThan(5);
  });

  it('hold, then let go in another order', async () => {
    const standIn = await withReceiver({ hold: true, reorder: true });
    const phones = await changePhones(standIn, 20);
    await until('all are held back', () => standIn.simulator.state().webhooks.held === 20 || null);
    await standIn.simulator.webhooksSettled();
    expect(standIn.received.events).toEqual([]);
    standIn.simulator.behave({ webhooks: { hold: false } });
    await standIn.simulator.webhooksSettled();
    const order = standIn.received.events.map(phoneOf);
    expect(new Set(order)).toEqual(new Set(phones));
    expect(order).not.toEqual(phones);
  });
});

it('what was not delivered is delivered after a restart', async () => {
  const received = await receiver();
  const stateFile = await newStateFile();
  const before = await startStandIn({ stateFile, webhook: received });
  before.simulator.behave({ webhooks: { hold: true } });
  const phones = await changePhones(before, 3);
  await before.simulator.stop();
  const after = await startStandIn({ stateFile, webhook: received });
  await after.simulator.webhooksSettled();
  expect(new Set(received.events.map(phoneOf))).toEqual(new Set(phones));
});

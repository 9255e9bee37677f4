import { describe, expect, it } from 'vitest';
import { offsetTo } from '../company-clock.fixture.ts';
import { company, newStateFile, opened, startStandIn } from '../stand-in.fixture.ts';

const declining = {
  amount: 1_250,
  currency: 'usd',
  payment_method: 'pm_card_chargeDeclined',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
  confirm: true,
};

describe('idempotency keys', () => {
  it('let one of two simultaneous requests through', async () => {
    const { stripe, simulator } = await startStandIn();
    simulator.behave({ latencyMs: 100 });
    const create = () => stripe.products.create({ name: 'Towel' }, { idempotencyKey: 'operation-1:towel:1' });
    const outcomes = await Promise.allSettled([create(), create()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { statusCode: 409, code: 'idempotency_key_in_use' },
    });
    expect(await create()).toMatchObject({ name: 'Towel' });
    expect((await stripe.products.list({ limit: 100 })).data.filter(({ name }) => name === 'Towel')).toHaveLength(1);
  });

  it('keep a decline, but not a request that was refused unexecuted', async () => {
    const { stripe } = await startStandIn();
    const once = { idempotencyKey: 'operation-2:charge:1' };
    const pay = (): Promise<unknown> => stripe.paymentIntents.create(declining, once);
    await expect(pay()).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
    await expect(pay()).rejects.toMatchObject({ statusCode: 402, headers: { 'idempotent-replayed': 'true' } });
    expect((await stripe.paymentIntents.list()).data.filter(({ amount }) => amount === 1_250)).toHaveLength(1);

    const corrected = { idempotencyKey: 'operation-3:intent:1' };
    const create = (amount: number): Promise<unknown> => stripe.paymentIntents.create({ amount, currency: 'usd' }, corrected);
    await expect(create(-1)).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
    expect(await create(900)).toMatchObject({ amount: 900 });
  });

  it('outlive the process, as does the object of the same request', async () => {
    const stateFile = await newStateFile();
    const once = { idempotencyKey: 'operation-4:towel:1' };
    const before = await startStandIn({ stateFile });
    const first = await before.stripe.products.create({ name: 'Towel' }, once);
    await before.simulator.stop();
    const { stripe, simulator } = await startStandIn({ stateFile });
    expect(await stripe.products.create({ name: 'Towel' }, once)).toEqual(first);
    simulator.forgetKeys();
    expect(await stripe.products.create({ name: 'Towel' }, once)).not.toMatchObject({ id: first.id });
  });
});

describe('faults', () => {
  const once = { idempotencyKey: 'operation-1:towel:1' };

  it('dropped answer: done, but the caller does not know', async () => {
    const { stripe, simulator } = await startStandIn();
    const create = () => stripe.products.create({ name: 'Towel' }, once);
    simulator.behave({ dropAnswers: 1 });
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    simulator.behave({ dropAnswers: 0 });
    expect((await create()).lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('cut request: not done', async () => {
    const { stripe, simulator } = await startStandIn();
    const create = () => stripe.products.create({ name: 'Towel' }, once);
    simulator.behave({ cutRequests: 1 });
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    simulator.behave({ cutRequests: 0 });
    expect((await create()).lastResponse.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('held request: not done before its release, and never if the caller has closed the connection', async () => {
    const { stripe, simulator } = await startStandIn();
    const isCreated = async (): Promise<boolean> => (await stripe.products.list({ limit: 100 })).data.some(({ name }) => name === 'Towel');
    const hold = simulator.holds.hold('request', 'POST /v1/products');
    const waiting = new AbortController();
    const abandoned = fetch(`http://127.0.0.1:${simulator.port}/v1/products`, {
      method: 'POST',
      body: 'name=Towel',
      signal: waiting.signal,
    });
    await hold.reached;
    waiting.abort();
    await expect(abandoned).rejects.toMatchObject({ name: 'AbortError' });
    hold.release();
    expect(await isCreated()).toBe(false);
  });

  it('held response: done, and answered at its release', async () => {
    const { stripe, simulator } = await startStandIn();
    const hold = simulator.holds.hold('response', 'POST /v1/products');
    const created = stripe.products.create({ name: 'Towel' });
    await hold.reached;
    expect((await stripe.products.list({ limit: 100 })).data.map(({ name }) => name)).toContain('Towel');
    hold.release();
    expect(await created).toMatchObject({ name: 'Towel' });
  });

  it('server error: not done, and the key is spent', async () => {
    const { stripe, simulator } = await startStandIn();
    const create = (key: string) => stripe.products.create({ name: 'Towel' }, { idempotencyKey: key });
    simulator.behave({ serverErrors: 1 });
    await expect(create('a')).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    simulator.behave({ serverErrors: 0 });
    await expect(create('a')).rejects.toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });
    expect(await create('b')).toMatchObject({ name: 'Towel' });
  });

  it('are the same for the same seed', async () => {
    const { simulator } = await startStandIn();
    // The SDK retries a request whose connection was closed; here every draw counts.
    const ask = (): Promise<Response> => fetch(`http://127.0.0.1:${simulator.port}/v1/products`);
    const outcomes = async (): Promise<string[]> => {
      simulator.behave({ seed: 7, cutRequests: 0.5 });
      const seen: string[] = [];
      for (let n = 0; n < 20; n += 1) {
        seen.push(
          await ask().then(
            () => 'answer',
            () => 'cut',
          ),
        );
      }
      return seen;
    };
    const first = await outcomes();
    expect(new Set(first)).toEqual(new Set(['answer', 'cut']));
    expect(await outcomes()).toEqual(first);
  });

  it('too many requests: 429 says why', async () => {
    const { stripe, simulator } = await startStandIn();
    simulator.behave({ rateLimit: true });
    await expect(stripe.products.list()).rejects.toMatchObject({
      type: 'StripeRateLimitError',
      headers: { 'stripe-rate-limited-reason': 'global-rate' },
    });
  });

  it('leave pages and scripts alone', async () => {
    const { simulator } = await startStandIn();
    simulator.behave({ down: true });
    expect((await fetch(`http://127.0.0.1:${simulator.port}/endive/stripe.js`)).status).toBe(200);
  });
});

describe('the clock', () => {
  it('moves forward over the control port, and does what falls due', async () => {
    const { stripe, simulator } = await startStandIn();
    const due = company.members.find(({ subscription, deleted }) => subscription?.status === 'active' && !deleted);
    const { items } = await stripe.subscriptions.retrieve(due!.subscription!.id);
    const end = items.data[0]!.current_period_end;
    expect(simulator.posts['clock']!({ to: new Date((end + 7_200) * 1_000).toISOString() })).toMatchObject({
      offsetMs: simulator.clock.offsetMs,
    });
    const [invoice] = (await stripe.invoices.list({ subscription: due!.subscription!.id, limit: 1 })).data;
    expect(invoice).toMatchObject({ created: end, billing_reason: 'subscription_cycle' });
    expect(simulator.sandbox.now()).toBeGreaterThanOrEqual(end + 7_200);
    simulator.posts['clock']!({ by: 60 });
    expect(simulator.gets['clock']!()).toMatchObject({ offsetMs: simulator.clock.offsetMs });
    expect(() => simulator.moveClock(new Date(opened))).toThrow('cannot be moved back');
  });

  it('stands where it stood after a restart', async () => {
    const stateFile = await newStateFile();
    const before = await startStandIn({ stateFile, clockOffsetMs: offsetTo(opened) });
    before.simulator.moveClock(new Date('2026-11-25T00:00:00Z'));
    await before.simulator.stop();
    const after = await startStandIn({ stateFile, clockOffsetMs: 0 - 1e12 });
    expect(after.simulator.clock.offsetMs).toBe(before.simulator.clock.offsetMs);
  });

  it('catches up on start with what fell due since the company was laid out', async () => {
    const { stripe } = await startStandIn({ clockOffsetMs: offsetTo('2026-12-02T00:00:00Z') });
    const renewals = (await stripe.invoices.list({ created: { gte: Date.parse('2026-12-01T00:00:00Z') / 1_000 } })).data;
    expect(renewals.length).toBeGreaterThan(0);
  });
});

import { freshDatabase, type TestDatabase } from '@washdesk/tests/support/database';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderObjects } from '../db/provider-objects.ts';
import type { Principal } from '../http/caller.ts';
import { Failure } from '../http/failure.ts';
import { CardDeclined, PaymentsUnavailable, type Payments, type Step } from '../ports/payments.ts';
import { Deeds } from './deeds.ts';
import type { Intent, Outcome, Perform } from './deed.ts';

let database: TestDatabase;
let kinds = 0;
let keys = 0;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const sam: Principal = {
  kind: 'staff',
  id: '101',
  employee: 101,
  name: 'Sam Fuller',
  roles: 1,
  session: 'session-1',
  site: 12,
  locationId: 'tml_joliet',
  terminal: 'Washcashier1',
};
const kim: Principal = { ...sam, id: '102', employee: 102, name: 'Kim Lee', session: 'session-2' };

const now = new Date('2026-11-21T15:00:00Z');

const deedsOf = (recoverySeconds = 60): Deeds =>
  new Deeds({
    db: database.db,
    payments: {} as Payments,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    goodDays: () => Promise.resolve(7),
    recoverySeconds,
    owed: () => undefined,
  });

const newKey = (): string => `key-of-a-test-${(keys += 1)}`;
const intent = (more: Partial<Intent> = {}): Intent => ({
  route: '/thing',
  key: newKey(),
  request: { amount: 100 },
  principal: sam,
  customer: null,
  ...more,
});

/** A kind of deed of its own for each test. */
function define(perform: Perform<{ amount: number }>, deeds = deedsOf()) {
  const kind = deeds.define<{ amount: number }>(`thing-${(kinds += 1)}`, perform);
  return { deeds, run: (what: Intent) => kind.run(what, () => Promise.resolve({ amount: 100 })) };
}

const done = (body: Record<string, unknown> = {}): Promise<Outcome> => Promise.resolve({ status: 200, body });
const customer = (id: string, name: string): ProviderObjects['customer'] => ({ id, name, created: 1_700_000_000, metadata: {} });
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => answer,
    (error: unknown) => (error instanceof Failure ? `${error.status} ${error.code}` : error),
  );

describe('a deed', () => {
  it('is done once for its key and answers again what it answered', async () => {
    let runs = 0;
    const { run } = define(() => done({ run: (runs += 1) }));
    const what = intent();
    expect(await run(what)).toEqual({ status: 200, body: { run: 1 } });
    expect(await run(what)).toEqual({ status: 200, body: { run: 1 } });
  });

  it('refuses its key for another request', async () => {
    const { run } = define(() => done());
    const what = intent();
    await run(what);
    expect(await codeOf(run({ ...what, request: { amount: 200 } }))).toBe('422 key_reused');
  });

  it('belongs to a person and a route, but a register sale to its site', async () => {
    let runs = 0;
    const { run } = define(() => done({ run: (runs += 1) }));
    const what = intent();
    await run(what);
    expect((await run({ ...what, principal: kim })).body).toEqual({ run: 2 });
    expect((await run({ ...what, route: '/other' })).body).toEqual({ run: 3 });
    const sale = intent({ key: 'sale:12:8812:1250' });
    await run(sale);
    expect((await run({ ...sale, principal: kim })).body).toEqual({ run: 4 });
    expect((await run({ ...sale, principal: { ...kim, site: 27 } })).body).toEqual({ run: 5 });
  });

  it('of a service account is not that of a person or of the public with the same name', async () => {
    let runs = 0;
    const { deeds, run } = define(() => done({ run: (runs += 1) }));
    const what = intent();
    const agent: Principal = { ...sam, kind: 'service', employee: null, site: null };
    const named: Principal = { ...agent, id: 'site:12' };
    expect((await run(what)).body).toEqual({ run: 1 });
    expect(await deeds.stateOf(agent, what.key)).toBeNull();
    expect((await run({ ...what, principal: agent })).body).toEqual({ run: 2 });
    expect((await deeds.stateOf(agent, what.key))?.answer).toEqual({ run: 2 });
    expect((await deeds.stateOf(sam, what.key))?.answer).toEqual({ run: 1 });
    const sale = intent({ key: 'sale:12:8813:1250' });
    expect((await run(sale)).body).toEqual({ run: 3 });
    expect((await run({ ...sale, principal: named })).body).toEqual({ run: 4 });
    expect((await deeds.stateOf(kim, sale.key))?.answer).toEqual({ run: 3 });
  });

  it('waits for its twin and answers the same', async () => {
    let runs = 0;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { run } = define(async () => {
      await held;
      return done({ run: (runs += 1) });
    });
    const what = intent();
    const both = Promise.all([run(what), run(what)]);
    letGo();
    expect((await both).map(({ body }) => body)).toEqual([{ run: 1 }, { run: 1 }]);
  });

  it('leaves nothing behind when it is refused before it began', async () => {
    const deeds = deedsOf();
    const kind = deeds.define<{ amount: number }>('refused-early', () => done());
    const what = intent();
    const refuse = (): Promise<never> => Promise.reject(new Failure(409, 'price_changed', 'The price has changed'));
    expect(await codeOf(kind.run(what, refuse))).toBe('409 price_changed');
    expect(await deeds.stateOf(sam, what.key)).toBeNull();
  });

  it('keeps a declined card as its end, with what the bank said', async () => {
    let runs = 0;
    const { deeds, run } = define(() => {
      runs += 1;
      const outcome = {
        network_status: 'declined_by_network',
        reason: 'insufficient_funds',
        seller_message: 'No funds.',
        type: 'issuer_declined',
      };
      const decline = {
        code: 'card_declined',
        declineCode: 'insufficient_funds',
        message: 'Declined.',
        outcome,
        paymentIntent: 'pi_1',
        charge: null,
      };
      return Promise.reject(new CardDeclined(decline));
    });
    const what = intent();
    for (const _ of [1, 2]) {
      const failure = await run(what).catch((error: unknown) => error as Failure);
      expect(failure).toMatchObject({
        status: 402,
        code: 'card_declined',
        details: { declineCode: 'insufficient_funds', sellerMessage: 'No funds.' },
      });
    }
    expect(runs).toBe(1);
    expect(await deeds.stateOf(sam, what.key)).toMatchObject({ state: 'failed', status: 402 });
  });

  it('stays intended while the outcome is unknown, and goes on under the same keys', async () => {
    const steps: Step[] = [];
    let reachable = false;
    const { deeds, run } = define(async (act) => {
      await act.do('pay', (step) => {
        steps.push(step);
        return reachable ? Promise.resolve() : Promise.reject(new PaymentsUnavailable('no answer'));
      });
      return done({ paid: true });
    });
    const what = intent();
    expect(await codeOf(run(what))).toBe('503 stripe_unavailable');
    expect(await deeds.stateOf(sam, what.key)).toMatchObject({ state: 'intended', answer: null });
    reachable = true;
    expect((await run(what)).body).toEqual({ paid: true });
    expect(steps[0]).toMatchObject({ step: 'pay', attempt: 1 });
    expect(steps[1]).toEqual(steps[0]);
  });

  it('tries another key where the provider keeps repeating a failure of its own', async () => {
    const attempts: number[] = [];
    const { run } = define(async (act) => {
      await act.do('pay', ({ attempt }) => {
        attempts.push(attempt);
        return attempt > 1 ? Promise.resolve() : Promise.reject(new PaymentsUnavailable('500', { kept: true }));
      });
      return done();
    });
    await run(intent());
    expect(attempts).toEqual([1, 2]);
  });

  it('does not repeat a step whose result can be found, where the key can answer no more', async () => {
    let calls = 0;
    const { run } = define(async (act) => {
      const made = await act.write(
        'customer',
        'create',
        () => {
          calls += 1;
          return Promise.reject(new PaymentsUnavailable('500', { kept: true }));
        },
        () => Promise.resolve(customer('cus_found', 'Found')),
      );
      return done({ id: made.id });
    });
    expect((await run(intent())).body).toEqual({ id: 'cus_found' });
    expect(calls).toBe(1);
  });

  it('stores outcome, mirror and what is owed in one transaction', async () => {
    const { deeds, run } = define(async (act) => {
      await act.write('customer', 'create', () => Promise.resolve(customer('cus_all_or_none', 'Ada')));
      return { status: 201, body: {}, within: () => Promise.reject(new Error('the last row could not be written')) };
    });
    const what = intent();
    await expect(run(what)).rejects.toThrow('the last row');
    expect(await deeds.stateOf(sam, what.key)).toMatchObject({ state: 'intended' });
    const mirrored = await database.db.selectFrom('mirror_customer').select('id').where('id', '=', 'cus_all_or_none').execute();
    expect(mirrored).toEqual([]);
  });

  it('waits for another change of the same customer', async () => {
    const order: string[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { run } = define(async (act) => {
      order.push(`begun ${act.by.name}`);
      if (act.by.id === sam.id) await held;
      order.push(`done ${act.by.name}`);
      return done();
    });
    const first = run(intent({ exclusive: 'customer:cus_1' }));
    await expect.poll(() => order).toEqual(['begun Sam Fuller']);
    const second = run(intent({ exclusive: 'customer:cus_1', principal: kim }));
    letGo();
    await Promise.all([first, second]);
    expect(order).toEqual(['begun Sam Fuller', 'done Sam Fuller', 'begun Kim Lee', 'done Kim Lee']);
  });
});

describe('the recovery', () => {
  it('finishes what a killed process left behind, for whoever asks later', async () => {
    const what = intent();
    const name = `left-behind-${(kinds += 1)}`;
    const killed = deedsOf(1);
    const never = killed.define<{ amount: number }>(name, () => new Promise(() => undefined));
    void never.run(what, () => Promise.resolve({ amount: 700 }));
    await expect.poll(() => killed.stateOf(sam, what.key)).toMatchObject({ state: 'intended' });
    // what a killed process no longer does: renew its claim
    await database.db
      .updateTable('deed')
      .set({ claimed_until: new Date(0), due: new Date(0) })
      .where('kind', '=', name)
      .execute();

    const next = deedsOf(60);
    next.define<{ amount: number }>(name, (act) => done({ amount: act.facts.amount, by: act.by.name }));
    expect(await next.recover(10)).toBe(1);
    expect(await next.stateOf(sam, what.key)).toMatchObject({ state: 'done', answer: { amount: 700, by: 'Sam Fuller' } });
    expect(await next.recover(10)).toBe(0);
  });
});

describe('the facts of a deed', () => {
  const exclusive = 'customer:cus_facts';

  it('are found after whoever excludes it has ended', async () => {
    let balance = 100;
    const deeds = deedsOf();
    const kind = deeds.define<{ before: number }>('facts-in-turn', async (act) => {
      balance = act.facts.before - 60;
      return done({ left: balance });
    });
    const prepare = async (): Promise<{ before: number }> => {
      if (balance < 60) throw new Failure(409, 'too_little', 'There is too little left');
      return { before: balance };
    };
    const both = [intent({ exclusive }), intent({ exclusive, principal: kim })].map((what) => codeOf(kind.run(what, prepare)));
    expect((await Promise.all(both)).map((answer) => (typeof answer === 'string' ? answer : 'done')).toSorted()).toEqual([
      '409 too_little',
      'done',
    ]);
    expect(balance).toBe(40);
  });

  it('that were never found leave the key free, for the caller and for the recovery', async () => {
    const deeds = deedsOf(1);
    const kind = deeds.define<{ n: number }>('facts-never-found', (act) => done({ n: act.facts.n }));
    const what = intent({ exclusive });
    void kind.run(what, () => new Promise(() => undefined));
    await expect.poll(() => deeds.stateOf(sam, what.key)).toMatchObject({ state: 'intended' });

    await database.db
      .updateTable('deed')
      .set({ claimed_until: new Date(0), due: new Date(0) })
      .where('key', '=', what.key)
      .execute();
    expect((await kind.run(what, () => Promise.resolve({ n: 1 }))).body).toEqual({ n: 1 });

    const other = intent({ exclusive });
    void kind.run(other, () => new Promise(() => undefined));
    await expect.poll(() => deeds.stateOf(sam, other.key)).toMatchObject({ state: 'intended' });
    await database.db
      .updateTable('deed')
      .set({ claimed_until: new Date(0), due: new Date(0) })
      .where('key', '=', other.key)
      .execute();
    await deeds.recover(10);
    expect(await deeds.stateOf(sam, other.key)).toBeNull();
  });
});

describe('two who do the same deed at once', () => {
  it('settle it once: the later one answers what the first has said', async () => {
    const deeds = deedsOf(1);
    let runs = 0;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const kind = deeds.define<{ n: number }>('done-by-two', async () => {
      const run = (runs += 1);
      if (run === 1) await held;
      return done({ run });
    });
    const what = intent();
    const slow = kind.run(what, () => Promise.resolve({ n: 1 }));
    await expect.poll(() => runs).toBe(1);
    await database.db
      .updateTable('deed')
      .set({ claimed_until: new Date(0) })
      .where('key', '=', what.key)
      .execute();
    expect((await kind.run(what, () => Promise.resolve({ n: 1 }))).body).toEqual({ run: 2 });
    letGo();
    expect((await slow).body).toEqual({ run: 2 });
  });
});

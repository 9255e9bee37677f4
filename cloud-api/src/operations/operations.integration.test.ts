import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Principal } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';
import { CardDeclined, PaymentsUnavailable, type Step } from '../ports/payments.ts';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import type { Execute } from './operation-run.ts';
import type { OperationRequest } from './operation.ts';
import { done, secondCashier, cashier, testOperations, testRequest } from './operations.fixture.ts';

let database: TestDatabase;
let kinds = 0;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

/** Defines a new kind of operation for each test. */
function define(execute: Execute<{ amount: number }>) {
  const operations = testOperations(database);
  const kind = operations.define<{ amount: number }>(`thing-${(kinds += 1)}`, z.object({ amount: z.number() }), execute);
  return { operations, run: (what: OperationRequest) => kind.run(what, () => Promise.resolve({ amount: 100 })) };
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => answer,
    (error: unknown) => (error instanceof Failure ? `${error.status} ${error.code}` : error),
  );

describe('an operation', () => {
  it('is done once for its key and answers again what it answered', async () => {
    let runs = 0;
    const { run } = define(() => done({ run: (runs += 1) }));
    const what = testRequest();
    expect(await run(what)).toEqual({ status: 200, body: { run: 1 } });
    expect(await run(what)).toEqual({ status: 200, body: { run: 1 } });
  });

  it('refuses its key for another request', async () => {
    const { run } = define(() => done());
    const what = testRequest();
    await run(what);
    expect(await codeOf(run({ ...what, request: { amount: 200 } }))).toBe('422 key_reused');
  });

  it('belongs to a person and a route, but a register sale to its site', async () => {
    let runs = 0;
    const { run } = define(() => done({ run: (runs += 1) }));
    const what = testRequest();
    await run(what);
    expect((await run({ ...what, principal: secondCashier })).body).toEqual({ run: 2 });
    expect((await run({ ...what, route: '/other' })).body).toEqual({ run: 3 });
    const sale = testRequest({ key: 'sale:12:8812:1250' });
    await run(sale);
    expect((await run({ ...sale, principal: secondCashier })).body).toEqual({ run: 4 });
    expect((await run({ ...sale, principal: { ...secondCashier, site: 27 } })).body).toEqual({ run: 5 });
  });

  it('of a service account is not that of a person or of the public with the same name', async () => {
    let runs = 0;
    const { operations, run } = define(() => done({ run: (runs += 1) }));
    const what = testRequest();
    const agent: Principal = { ...cashier, kind: 'service', employee: null, site: null };
    const named: Principal = { ...agent, id: 'site:12' };
    expect((await run(what)).body).toEqual({ run: 1 });
    expect(await operations.stateOf(agent, what.key)).toBeNull();
    expect((await run({ ...what, principal: agent })).body).toEqual({ run: 2 });
    expect((await operations.stateOf(agent, what.key))?.answer).toEqual({ run: 2 });
    expect((await operations.stateOf(cashier, what.key))?.answer).toEqual({ run: 1 });
    const sale = testRequest({ key: 'sale:12:8813:1250' });
    expect((await run(sale)).body).toEqual({ run: 3 });
    expect((await run({ ...sale, principal: named })).body).toEqual({ run: 4 });
    expect((await operations.stateOf(secondCashier, sale.key))?.answer).toEqual({ run: 3 });
  });

  it('waits for its twin and answers the same', async () => {
    let runs = 0;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { run } = define(async () => {
      await held;
      return done({ run: (runs += 1) });
    });
    const what = testRequest();
    const both = Promise.all([run(what), run(what)]);
    letGo();
    expect((await both).map(({ body }) => body)).toEqual([{ run: 1 }, { run: 1 }]);
  });

  it('leaves nothing behind when it is refused before it began', async () => {
    const operations = testOperations(database);
    const kind = operations.define<{ amount: number }>('refused-early', z.object({ amount: z.number() }), () => done());
    const what = testRequest();
    const refuse = (): Promise<never> => Promise.reject(new Failure(409, 'price_changed', 'The price has changed'));
    expect(await codeOf(kind.run(what, refuse))).toBe('409 price_changed');
    expect(await operations.stateOf(cashier, what.key)).toBeNull();
  });

  it('is done in one transaction with what another feature writes at its end, and a refused one writes nothing', async () => {
    const operations = testOperations(database);
    const kind = operations.define<{ amount: number }>('announced', z.object({ amount: z.number() }), ({ facts }) =>
      facts.amount > 0 ? done({ paid: facts.amount }) : Promise.reject(new Failure(409, 'nothing_due', 'Nothing is due')),
    );
    const announced: object[] = [];
    let isCrashing = true;
    operations.whenDone('announced', async (_tx, { by, body }) => {
      await Promise.resolve();
      if (isCrashing) throw new Error('crashed');
      announced.push({ by: by.id, ...body });
    });
    const what = testRequest();
    const pay = () => kind.run(what, () => Promise.resolve({ amount: 5 }));
    await expect(pay()).rejects.toThrow('crashed');
    expect(await operations.stateOf(cashier, what.key)).toMatchObject({ state: 'started' });
    isCrashing = false;
    await Promise.all([pay(), pay()]);
    await codeOf(kind.run(testRequest(), () => Promise.resolve({ amount: 0 })));
    expect(announced).toEqual([{ by: cashier.id, paid: 5 }]);
  });

  it('keeps a declined card as its end, with what the bank said', async () => {
    let runs = 0;
    const { operations, run } = define(() => {
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
    const what = testRequest();
    for (const _ of [1, 2]) {
      const failure = await run(what).catch((error: unknown) => error as Failure);
      expect(failure).toMatchObject({
        status: 402,
        code: 'card_declined',
        details: { declineCode: 'insufficient_funds', sellerMessage: 'No funds.' },
      });
    }
    expect(runs).toBe(1);
    expect(await operations.stateOf(cashier, what.key)).toMatchObject({ state: 'failed', status: 402 });
  });

  it('stays started while the outcome is unknown, and continues under the same keys', async () => {
    const steps: Step[] = [];
    let reachable = false;
    const { operations, run } = define(async (operationRun) => {
      await operationRun.do('pay', (step) => {
        steps.push(step);
        return reachable ? Promise.resolve() : Promise.reject(new PaymentsUnavailable('no answer'));
      });
      return done({ paid: true });
    });
    const what = testRequest();
    expect(await codeOf(run(what))).toBe('503 stripe_unavailable');
    expect(await operations.stateOf(cashier, what.key)).toMatchObject({ state: 'started', answer: null });
    reachable = true;
    expect((await run(what)).body).toEqual({ paid: true });
    expect(steps[0]).toMatchObject({ step: 'pay', attempt: 1 });
    expect(steps[1]).toEqual(steps[0]);
  });

  it('is tried again within seconds, however long the provider has been away', async () => {
    const { operations, run } = define(async (operationRun) => {
      await operationRun.do('pay', () => Promise.reject(new PaymentsUnavailable('no answer')));
      return done();
    });
    const what = testRequest();
    expect(await codeOf(run(what))).toBe('503 stripe_unavailable');
    const { id } = await database.db.selectFrom('operation').select('id').where('key', '=', what.key).executeTakeFirstOrThrow();
    for (let attempt = 0; attempt < 6; attempt += 1) expect(await operations.resume(id)).toMatchObject({ state: 'started' });
    const { rows } = await sql<{
      wait: number;
    }>`select extract(epoch from due - now())::float8 as wait from operation where id = ${id}`.execute(database.db);
    expect(rows[0]?.wait).toBeLessThanOrEqual(10);
    expect(await operations.resume('019aa000-0000-7000-8000-0000000000ff')).toBeNull();
  });

  it('stores outcome, mirror and jobs in one transaction', async () => {
    const { operations, run } = define(async (operationRun) => {
      await operationRun.write('customer', 'create', () =>
        Promise.resolve({ id: 'cus_all_or_none', name: 'Ada', created: 1_700_000_000, metadata: {} }),
      );
      return { status: 201, body: {}, within: () => Promise.reject(new Error('the last row could not be written')) };
    });
    const what = testRequest();
    await expect(run(what)).rejects.toThrow('the last row');
    expect(await operations.stateOf(cashier, what.key)).toMatchObject({ state: 'started' });
    const mirrored = await database.db.selectFrom('mirror_customer').select('id').where('id', '=', 'cus_all_or_none').execute();
    expect(mirrored).toEqual([]);
  });

  it('waits for another change of the same customer', async () => {
    const order: string[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { run } = define(async (operationRun) => {
      order.push(`begun ${operationRun.by.name}`);
      if (operationRun.by.id === cashier.id) await held;
      order.push(`done ${operationRun.by.name}`);
      return done();
    });
    const first = run(testRequest({ exclusive: 'customer:cus_1' }));
    await expect.poll(() => order).toEqual(['begun Sam Fuller']);
    const second = run(testRequest({ exclusive: 'customer:cus_1', principal: secondCashier }));
    letGo();
    await Promise.all([first, second]);
    expect(order).toEqual(['begun Sam Fuller', 'done Sam Fuller', 'begun Kim Lee', 'done Kim Lee']);
  });
});

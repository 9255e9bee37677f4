import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderCustomer, ProviderKind } from '../../common/provider-objects.ts';
import { openLog } from '../../http/log.ts';
import { PaymentsUnavailable, type PaymentsReader } from '../../ports/payments.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../testing/database.ts';
import { defaultContext, defaultSettings } from '../../testing/default-settings.ts';
import { applySnapshots } from '../apply-snapshots.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import { snapshot } from '../snapshots/snapshot.ts';
import { EventWorker } from './event-worker.ts';
import { claimEvents, countUnprocessed, storeEvent } from './provider-event.store.ts';

let database: TestDatabase;
let asked: string[];

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
});
afterAll(() => database.stop());
afterEach(async () => {
  await database.db.deleteFrom('provider_event').execute();
});

const person = (id: string): ProviderCustomer => ({
  id,
  name: 'Ada',
  created: 1,
  metadata: { CustomerCode: `${id.slice(4).toUpperCase()}-IL` },
});

/** A worker with a provider that returns `answer`. */
function workerOver(answer: (kind: ProviderKind, id: string) => unknown): EventWorker {
  asked = [];
  const fetch = async (kind: ProviderKind, id: string): Promise<unknown> => {
    asked.push(`${kind} ${id}`);
    return answer(kind, id);
  };
  return new EventWorker({
    db: database.db,
    payments: { fetch } as unknown as PaymentsReader,
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
    log: openLog('silent'),
    settings: defaultSettings,
    jobsAdded: () => undefined,
  });
}

let lastEvent = 0;
async function arrive(kind: ProviderKind, id: string): Promise<void> {
  lastEvent += 1;
  const event = {
    id: `evt_${lastEvent}`,
    type: `${kind}.updated`,
    created: 1,
    about: { kind, id },
    customer: null,
    alarm: null,
    known: true,
  };
  await database.db.transaction().execute((tx) => storeEvent(tx, event));
}

const known = async (id: string): Promise<boolean> =>
  (await database.db.selectFrom('mirror_customer').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

describe('working off events', () => {
  it('reads an object once for all the events that name it', async () => {
    const worker = workerOver((_kind, id) => person(id));
    for (const id of ['cus_a', 'cus_b', 'cus_a', 'cus_a']) await arrive('customer', id);
    expect(await worker.round()).toBe(4);
    expect(asked.toSorted()).toEqual(['customer cus_a', 'customer cus_b']);
    expect([await countUnprocessed(database.db), await known('cus_a')]).toEqual([0, true]);
    expect(await worker.round()).toBe(0);
  });

  it('reads again what an operation changed while it was read', async () => {
    let name = 'Before';
    const worker = workerOver(async (_kind, id) => {
      const seen = { ...person(id), name };
      if (name === 'After') return seen;
      // an operation stores another change, and then another client makes one that the next read must return
      const change = [snapshot('customer', { ...person(id), name: 'Operation' }, await nextRead(database.db))];
      const context = { ...defaultContext(new Date('2026-11-21T12:00:00Z')), ofOperation: true };
      await database.db.transaction().execute((tx) => applySnapshots(tx, change, context));
      name = 'After';
      return seen;
    });
    await arrive('customer', 'cus_changed');
    expect([await worker.round(), await countUnprocessed(database.db)]).toEqual([1, 1]);
    expect([await worker.round(), await countUnprocessed(database.db)]).toEqual([1, 0]);
    const row = await database.db.selectFrom('mirror_customer').select('name').where('id', '=', 'cus_changed').executeTakeFirst();
    expect(row).toEqual({ name: 'After' });
  });

  it('puts off what cannot be read, says why, and continues with the others', async () => {
    const worker = workerOver((_kind, id) => {
      if (id === 'cus_c') throw new PaymentsUnavailable('Can’t reach Stripe right now');
      return person(id);
    });
    await arrive('customer', 'cus_c');
    await arrive('customer', 'cus_d');
    await worker.round();
    const waiting = await database.db.selectFrom('provider_event').selectAll().where('worked', 'is', null).execute();
    expect(waiting).toMatchObject([{ object_id: 'cus_c', attempts: 1, last_error: 'Can’t reach Stripe right now' }]);
    expect([await known('cus_c'), await known('cus_d')]).toEqual([false, true]);
  });

  it('is not held up by an object that cannot be stored', async () => {
    const worker = workerOver((kind, id) => (kind === 'subscription' ? { id, customer: null } : person(id)));
    await arrive('subscription', 'sub_broken');
    await arrive('customer', 'cus_e');
    await worker.round();
    expect([await known('cus_e'), await countUnprocessed(database.db)]).toEqual([true, 1]);
  });

  it('reads what changes without an event of its own: the charge of a refund, the customer without an event', async () => {
    const refund = { id: 're_1', charge: 'ch_1', payment_intent: null, created: 1, amount: 1, status: 'succeeded', metadata: {} };
    const subscription = {
      id: 'sub_1',
      customer: 'cus_f',
      status: 'active',
      created: 1,
      schedule: null,
      metadata: {},
      items: { data: [] },
    };
    const objects: Record<string, unknown> = { re_1: refund, sub_1: subscription, cus_f: person('cus_f') };
    const worker = workerOver((_kind, id) => objects[id] ?? null);
    await arrive('refund', 're_1');
    await arrive('subscription', 'sub_1');
    await worker.round();
    expect(asked.toSorted()).toEqual(['charge ch_1', 'customer cus_f', 'refund re_1', 'subscription sub_1']);
    expect([await known('cus_f'), await countUnprocessed(database.db)]).toEqual([true, 0]);
  });

  it('gives each event to one of several workers, and takes over what a dead one held', async () => {
    for (let i = 0; i < 20; i += 1) await arrive('customer', `cus_${i}`);
    const claims = await Promise.all(Array.from({ length: 4 }, () => claimEvents(database.db, 8)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await database.db
      .updateTable('provider_event')
      .set({ due: sql<Date>`now() - interval '1 second'` })
      .execute();
    expect(await claimEvents(database.db, 100)).toHaveLength(20);
  });
});

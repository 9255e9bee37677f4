import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForgedEvent, UnreadableEvent, type PaymentEvents } from '../../ports/payment-events.ts';
import { freshDatabase, type TestDatabase } from '../../testing/database.ts';
import { markErased } from '../erased.store.ts';
import { receiveEvents } from './event-receiver.ts';
import { unknownEvents } from './provider-event.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

function receiving(read: PaymentEvents['read']) {
  const alerts: string[] = [];
  const arrived: true[] = [];
  const receive = receiveEvents({
    db: database.db,
    clock: { now: () => new Date('2026-11-10T10:00:00Z') },
    events: { read },
    alert: (kind) => alerts.push(kind),
    arrived: () => arrived.push(true),
    listeners: [],
  });
  return { receive, alerts, arrived };
}

describe('an event', () => {
  it('that is signed but not understood is kept byte by byte, once, and reported', async () => {
    const { receive, alerts, arrived } = receiving(() => ({ unknown: 'id: holds a \u0000' }));
    const body = Buffer.from([0x7b, 0x00, 0xff, 0x7d]);
    await receive(body, 't=1');
    await receive(body, 't=2');
    const kept = await database.db.selectFrom('unknown_event').select(['body', 'problem']).execute();
    expect(kept).toEqual([{ body, problem: 'id: holds a ' }]);
    expect(alerts).toEqual(['webhook.unknown', 'webhook.unknown']);
    expect(arrived).toEqual([]);
  });

  it('of an erased customer that is not understood is kept without what it says', async () => {
    const { db } = database;
    const [id, at] = [randomUUID(), new Date('2026-11-01T10:00:00Z')];
    const erasure = { id, customer: null, alias: 'cus_erased1', asked: at, asked_by: '1', redaction: '{}', sites: '[]' };
    await db.insertInto('erasure').values(erasure).execute();
    await db.transaction().execute((tx) => markErased(tx, id, ['cus_gone']));
    const { receive } = receiving(() => ({ unknown: 'data: a later form' }));
    for (const customer of ['cus_gone', 'cus_here'])
      await receive(Buffer.from(JSON.stringify({ id: 'evt_9', data: { customer, phone: '+18155550177' } })), 't=1');
    const kept = await db.selectFrom('unknown_event').select('body').where('problem', '=', 'data: a later form').execute();
    expect(kept.map(({ body }) => body.toString()).toSorted()).toEqual(['"erased"', expect.stringContaining('cus_here')]);
  });

  it('of an unknown kind is kept and counted once, and reported to an Admin once per kind', async () => {
    const event = { type: 'wallet.emptied', created: 7, about: null, customer: null, alarm: null, known: false };
    let id = 'evt_1';
    const { receive, alerts, arrived } = receiving(() => ({ ...event, id }));
    await receive(Buffer.from('{"attempt":1}'), 't=1');
    await receive(Buffer.from('{"attempt":2}'), 't=2');
    id = 'evt_2';
    await receive(Buffer.from('{"another":1}'), 't=3');
    expect(await unknownEvents(database.db, 'unknown kind wallet.emptied')).toEqual([{ problem: 'unknown kind wallet.emptied', count: 2 }]);
    expect(alerts).toEqual(['webhook.unknown-kind', 'webhook.unknown-kind']);
    const jobs = await database.db
      .selectFrom('job')
      .select(['what', 'state', 'last_error'])
      .where('key', '=', 'event-kind:wallet.emptied')
      .execute();
    expect(jobs).toMatchObject([{ what: 'alert', state: 'failed', last_error: expect.stringContaining('wallet.emptied') }]);
    expect(arrived).toHaveLength(3);
  });

  it.each([
    ['forged', new ForgedEvent('no'), 'bad_signature', 'Stripe-Signature'],
    ['not JSON', new UnreadableEvent('no'), 'invalid_request', 'body'],
  ])('that is %s is 400 and named', async (_name, error, code, path) => {
    const { receive } = receiving(() => {
      throw error;
    });
    await expect(receive(Buffer.from(''), '')).rejects.toMatchObject({ status: 400, code, problems: [{ path }] });
  });
});

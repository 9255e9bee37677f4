import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommandName } from '@washdesk/site-protocol/commands';
import type { Principal } from '../../../common/caller.ts';
import { markErased } from '../../../mirror/erased.store.ts';
import type { CommandOutcome, SiteCommands, SiteJournals } from '../../../ports/site-commands.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { GatesService } from './gates.service.ts';

type Outcome = CommandOutcome<'gate.open'>;

const now = new Date('2026-11-21T12:00:00.000Z');
const cashier: Principal = {
  kind: 'staff',
  id: '101',
  employee: 101,
  name: 'Sam Fuller',
  roles: 1,
  session: randomUUID(),
  site: 12,
  locationId: 'tml_Joliet00000012',
  terminal: 'Washcashier1',
  device: '019aa000-0000-7000-8000-0000000000d1',
  requestId: 'request',
};

let database: TestDatabase;
let gates: GatesService;
let at: Date;
type Sent = { id?: string; sentBefore?: boolean; journal?: string | null; waitMs?: number; expiresInMs?: number };
let sent: (Sent & { site: number; device: string })[];
let alerts: string[];
const journal = randomUUID();
let outcomes: Outcome[];

const sites: SiteCommands & SiteJournals = {
  journalOf: () => journal,
  async send<N extends CommandName>(site: number, device: string, _name: N, _payload: unknown, options: Sent = {}) {
    sent.push({ site, device, ...options });
    const outcome = outcomes.shift();
    if (!outcome) throw new Error('Unexpected command');
    return outcome as CommandOutcome<N>;
  },
};

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const gate = { site: 12, kind: 'gate', lane: 1, health: 'online', since: now };
  await database.db
    .insertInto('site_device')
    .values([
      { ...gate, id: 'north', name: 'North gate' },
      { ...gate, id: 'south', name: 'South gate' },
      { ...gate, id: 'reader', kind: 'reader', name: 'Reader' },
    ])
    .execute();
  gates = new GatesService({ pool: database, sites, clock: { now: () => at }, alert: (kind) => alerts.push(kind) });
});
afterAll(() => database.stop());
beforeEach(() => {
  [sent, alerts, at] = [[], [], now];
  outcomes = [];
});

const answered = (result: 'opened' | 'unconfirmed' | 'duplicate' | 'expired' | 'interlocked' | 'rejected', more = {}): Outcome => ({
  kind: 'answered',
  result: { result, reason: null, repeated: false, at: now.toISOString(), ...more },
});
const refused = (code: Extract<Outcome, { kind: 'refused' }>['code']): Outcome => ({ kind: 'refused', code, message: 'the agent says so' });
const unknown: Outcome = { kind: 'unknown', message: 'no answer' };
const unreachable: Outcome = { kind: 'unreachable', message: 'Site 12 is offline' };

const open = (commandId: string = randomUUID(), gate = 'north', principal = cashier, pressed: Date | null = null) =>
  gates.open({ commandId, gate, reason: 'member waits', customer: 'cus_ada', pressed }, principal);
const check = (commandId: string, gate = 'north', principal = cashier) => gates.check({ commandId, gate }, principal);
const rowOf = (id: string) => database.db.selectFrom('gate_command').selectAll().where('id', '=', id).executeTakeFirst();

it('of a page from before an erasure does not record the customer again', async () => {
  const { db } = database;
  const erasure = { id: randomUUID(), customer: null, alias: 'cus_erased1', asked: now, asked_by: '1', redaction: '{}', sites: '[]' };
  await db.insertInto('erasure').values(erasure).execute();
  await db.transaction().execute((tx) => markErased(tx, erasure.id, ['cus_gone']));
  outcomes = [answered('opened')];
  const id = randomUUID();
  await gates.open({ commandId: id, gate: 'north', reason: null, customer: 'cus_gone', pressed: null }, cashier);
  expect(await rowOf(id)).toMatchObject({ customer: null, result: 'opened' });
});

describe('how an open ends', () => {
  it.each([
    ['opened', answered('opened'), 'opened'],
    ['unconfirmed', answered('unconfirmed'), 'unconfirmed'],
    ['interlocked', answered('interlocked'), 'interlocked'],
    ['rejected by the cooldown', answered('rejected'), 'rejected'],
    ['expired at the gate', answered('expired'), 'expired'],
    ['a duplicate', answered('duplicate'), 'duplicate'],
    ['never sent', unreachable, 'rejected'],
    ['sent without an answer', unknown, 'unknown'],
    ['refused: expired', refused('expired'), 'expired'],
    ['refused: rejected', refused('rejected'), 'rejected'],
    ['refused: unavailable', refused('unavailable'), 'rejected'],
    ['refused: unknown device', refused('unknown_device'), 'rejected'],
    ['refused: unknown verb', refused('unknown_verb'), 'rejected'],
    ['refused: bad payload', refused('bad_payload'), 'rejected'],
    ['refused: failed half-way', refused('failed'), 'unknown'],
    ['refused: timed out half-way', refused('timeout'), 'unknown'],
  ] as const)('%s', async (_name, outcome, result) => {
    outcomes = [outcome];
    const id = randomUUID();
    const answer = await open(id);
    expect(answer).toMatchObject({ result, repeated: false, at: result === 'unknown' ? null : now.toISOString() });
    expect(answer.message).toContain('North gate');
    expect((await rowOf(id))?.result).toBe(result === 'unknown' ? null : result);
  });

  it.each([
    ['never sent', unreachable],
    ['sent without an answer', unknown],
    ['refused: expired', refused('expired')],
    ['refused: rejected', refused('rejected')],
    ['refused: unavailable', refused('unavailable')],
    ['refused: failed half-way', refused('failed')],
  ] as const)('%s, after the same id was sent before: nobody knows what the first one did', async (_name, outcome) => {
    const id = randomUUID();
    outcomes = [unknown, outcome];
    await open(id);
    expect(await open(id)).toMatchObject({ result: 'unknown', at: null });
    expect((await rowOf(id))?.result).toBeNull();
  });
});

it('a gate that reports nothing back was triggered, in words that ask for nothing', async () => {
  outcomes = [
    answered('unconfirmed', { reason: 'The relay was switched on; it can’t report more', noReadback: true }),
    answered('unconfirmed'),
  ];
  expect(await open()).toMatchObject({ result: 'unconfirmed', message: 'North gate was triggered', noReadback: true });
  const seen = await open();
  expect(seen).toMatchObject({ result: 'unconfirmed', message: expect.stringContaining('Check the lane') });
  expect(seen).not.toHaveProperty('noReadback');
});

it('a gate whose request is held opens later, and is not looked at', async () => {
  outcomes = [answered('unconfirmed', { held: true })];
  expect(await open()).toMatchObject({ result: 'unconfirmed', message: 'North gate opens when the wash is free' });
});

it('a gate whose site is offline does not answer, in words without the site’s number', async () => {
  outcomes = [unreachable];
  expect(await open(randomUUID())).toMatchObject({ result: 'rejected', message: 'North gate isn’t responding and wasn’t opened' });
});

describe('a press that arrives late', () => {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);

  it('opens nothing and is not sent', async () => {
    expect(await open(randomUUID(), 'north', cashier, ago(2_000))).toMatchObject({ result: 'expired' });
    expect(sent).toEqual([]);
  });

  it('has the rest of its time at the site', async () => {
    outcomes = [answered('opened'), answered('opened')];
    await open(randomUUID(), 'north', cashier, ago(1_500));
    expect(sent[0]?.expiresInMs).toBeLessThanOrEqual(500);
    // a clock that is ahead gives no longer time
    await open(randomUUID(), 'north', cashier, ago(-60_000));
    expect(sent[1]?.expiresInMs).toBeLessThanOrEqual(2_000);
  });
});

describe('the same command id', () => {
  it('only asks, as itself, while its outcome is not known', async () => {
    const id = randomUUID();
    outcomes = [unknown, answered('opened', { repeated: true })];
    await open(id);
    expect(await open(id)).toMatchObject({ result: 'opened', repeated: true });
    expect(sent).toEqual([
      { site: 12, device: 'north', id, sentBefore: false, journal, waitMs: 4_000, expiresInMs: expect.any(Number) },
      { site: 12, device: 'north', id, sentBefore: true, journal, waitMs: 4_000 },
    ]);
  });

  it('answers what is known and sends nothing', async () => {
    const id = randomUUID();
    outcomes = [answered('opened')];
    await open(id);
    expect(await open(id)).toMatchObject({ result: 'opened', repeated: true, at: now.toISOString() });
    expect(sent).toHaveLength(1);
  });

  it('returns what the agent reported while no call was waiting', async () => {
    const id = randomUUID();
    outcomes = [unknown];
    await open(id);
    await database.db
      .updateTable('gate_command')
      .set({ result: 'unconfirmed', detail: null, answered: now })
      .where('id', '=', id)
      .execute();
    expect(await open(id)).toMatchObject({ result: 'unconfirmed', repeated: true });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['came too late', answered('expired')],
    ['is no longer known at the site', answered('duplicate', { notKnown: true })],
  ])('keeps what another copy of it did, when one copy %s', async (_how, outcome) => {
    const id = randomUUID();
    const openedMeanwhile = new GatesService({
      pool: database,
      clock: { now: () => now },
      alert: () => undefined,
      sites: {
        journalOf: () => journal,
        async send() {
          await database.db.updateTable('gate_command').set({ result: 'opened', answered: now }).where('id', '=', id).execute();
          return outcome as never;
        },
      },
    });
    await openedMeanwhile.open({ commandId: id, gate: 'north', reason: null, customer: null, pressed: null }, cashier);
    expect(await open(id)).toMatchObject({ result: 'opened', repeated: true });
    expect(sent).toHaveLength(0);
  });

  it('that the site no longer knows opens nothing, is told to the cashier and to IT, and frees a new id', async () => {
    const id = randomUUID();
    const reason = 'The site has no record of what it did the first time';
    outcomes = [unknown, answered('duplicate', { notKnown: true, reason })];
    await open(id);
    const answer = await open(id);
    expect(answer).toMatchObject({ result: 'duplicate', message: expect.stringContaining(reason) });
    expect(answer.message).toContain('Look at the lane');
    expect(alerts).toEqual(['gate.not-known']);
    expect(await open(id)).toMatchObject({ result: 'duplicate' });
    expect(sent).toHaveLength(2);
  });

  it('names the journal to which it was sent first, though another agent answers by now', async () => {
    const id = randomUUID();
    outcomes = [unknown, unknown];
    await open(id);
    expect((await rowOf(id))?.journal).toBe(journal);
    await database.db.updateTable('gate_command').set({ journal: null }).where('id', '=', id).execute();
    await open(id);
    expect(sent.map((one) => [one.sentBefore, one.journal])).toEqual([
      [false, journal],
      [true, null],
    ]);
  });

  it('is not sent again after a day, when the agent has forgotten it', async () => {
    const id = randomUUID();
    outcomes = [unknown];
    await open(id);
    at = new Date(now.getTime() + 23 * 3_600_000);
    expect(await open(id)).toMatchObject({ result: 'duplicate', message: expect.stringContaining('too long ago') });
    expect(sent).toHaveLength(1);
  });

  it('cannot open another gate, nor one at another site', async () => {
    const id = randomUUID();
    outcomes = [unknown];
    await open(id);
    await expect(open(id, 'south')).rejects.toMatchObject({ status: 422, code: 'key_reused' });
    const elsewhere = { site: 27, id: 'north', kind: 'gate', name: 'North', lane: 1, health: 'online', since: now };
    await database.db.insertInto('site_device').values(elsewhere).execute();
    await expect(open(id, 'north', { ...cashier, site: 27 })).rejects.toMatchObject({ status: 422, code: 'key_reused' });
    expect(sent).toHaveLength(1);
  });

  it('pressed by two at once is noted and audited once', async () => {
    const id = randomUUID();
    outcomes = [answered('opened'), answered('opened', { repeated: true })];
    const pressing = { ...cashier, requestId: id };
    await Promise.all([open(id, 'north', pressing), open(id, 'north', pressing)]);
    const rows = await database.db.selectFrom('whole_audit').select('id').where('request_id', '=', id).execute();
    expect(rows).toHaveLength(1);
  });
});

describe('a check', () => {
  it('asks for the outcome of what was sent, under its own id and journal', async () => {
    const id = randomUUID();
    outcomes = [unknown, answered('opened', { repeated: true })];
    await open(id);
    expect(await check(id)).toMatchObject({ result: 'opened', repeated: true });
    expect(await check(id)).toMatchObject({ result: 'opened', repeated: true });
    expect(sent.map(({ sentBefore }) => sentBefore)).toEqual([false, true]);
  });

  it('of an opening that never reached the cloud says so, sends nothing, and keeps it from opening later', async () => {
    const id = randomUUID();
    expect(await check(id)).toMatchObject({ result: 'expired', message: expect.stringContaining('did not open') });
    expect(await open(id)).toMatchObject({ result: 'expired', repeated: true });
    expect(await check(id)).toMatchObject({ result: 'expired' });
    expect(sent).toEqual([]);
    const rows = await database.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', 'gate:12/north')
      .orderBy('id', 'desc')
      .execute();
    expect(rows[0]?.action).toBe('gate.check');
  });

  it('of an opening that did not reach the gate says that it did not open', async () => {
    const id = randomUUID();
    outcomes = [unknown, answered('expired')];
    await open(id);
    expect(await check(id)).toMatchObject({ result: 'expired' });
    expect(await open(id)).toMatchObject({ result: 'expired', repeated: true });
    expect(sent).toHaveLength(2);
  });

  it('keeps answering that the outcome is unknown while the site is offline', async () => {
    const id = randomUUID();
    outcomes = [unknown, unreachable];
    await open(id);
    expect(await check(id)).toMatchObject({ result: 'unknown' });
  });

  it('of another gate, or of none of the site, is refused', async () => {
    const id = randomUUID();
    outcomes = [unknown];
    await open(id);
    await expect(check(id, 'south')).rejects.toMatchObject({ status: 422, code: 'key_reused' });
    await expect(check(randomUUID(), 'east')).rejects.toMatchObject({ status: 404, code: 'gate_unknown' });
  });
});

describe('an open', () => {
  it('is valid for two seconds from the press, and not sent when the database took longer', async () => {
    outcomes = [answered('opened')];
    await open();
    expect(sent[0]?.expiresInMs).toBeGreaterThan(0);
    expect(sent[0]?.expiresInMs).toBeLessThanOrEqual(2_000);

    const id = randomUUID();
    const clock = vi.spyOn(performance, 'now');
    clock.mockReturnValueOnce(0).mockReturnValueOnce(2_500);
    expect(await open(id)).toMatchObject({ result: 'expired' });
    clock.mockRestore();
    expect(sent).toHaveLength(1);
  });

  it('is on disk, with who and why, before anything moves', async () => {
    const id = randomUUID();
    const atSend: unknown[] = [];
    const looking = new GatesService({
      pool: database,
      clock: { now: () => now },
      alert: () => undefined,
      sites: {
        journalOf: () => journal,
        async send() {
          atSend.push(
            await rowOf(id),
            await database.db.selectFrom('whole_audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),
          );
          return unreachable;
        },
      },
    });
    await looking.open(
      { commandId: id, gate: 'north', reason: 'member waits', customer: 'cus_ada', pressed: null },
      { ...cashier, requestId: 'request-9' },
    );
    expect(atSend).toEqual([
      expect.objectContaining({ id, site: 12, gate: 'north', employee: 101, reason: 'member waits', customer: 'cus_ada', result: null }),
      expect.objectContaining({
        action: 'gate.open',
        subject: 'gate:12/north',
        actor: '101',
        why: 'member waits',
        request_id: 'request-9',
        device: cashier.device,
      }),
    ]);
  });

  it.each(['east', 'reader', 'NORTH', '__proto__'])('of %s, which is no gate of the site, is refused before it is noted', async (gate) => {
    const id = randomUUID();
    await expect(open(id, gate)).rejects.toMatchObject({ status: 404, code: 'gate_unknown' });
    expect(await rowOf(id)).toBeUndefined();
  });

  it('needs a place to be at', async () => {
    await expect(open(randomUUID(), 'north', { ...cashier, site: null })).rejects.toMatchObject({ status: 409, code: 'no_location' });
  });
});

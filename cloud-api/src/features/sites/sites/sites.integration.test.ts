import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import type { AgentState, DeviceState, DurableEvent } from '@washdesk/site-protocol/envelope';
import { ErasedCodes } from '../../../db/erased-codes.ts';
import { openLog } from '../../../http/log.ts';
import { markErased } from '../../../mirror/erased.store.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { SitesService } from './sites.service.ts';
import { sitesWithAgents } from './sites.store.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
let database: TestDatabase;
let sites: SitesService;
const erasedCodes = new ErasedCodes(randomBytes(32));
let cameOnline: number[];
let told: DeviceState[];

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const listeners = {
    online: async (site: number) => void cameOnline.push(site),
    device: (_site: number, state: DeviceState) => void told.push(state),
    live: () => undefined,
  };
  sites = new SitesService({
    db: database.db,
    clock: { now: () => now },
    log: openLog('silent'),
    alert: (kind, about) => alerts.push({ kind, ...about }),
    listeners,
    erasedCodes,
    configurationReported: async () => undefined,
    settings: async (name) => ({ ...settingDefaults, redeemWindowMs })[name],
    updates: { report: async (_tx, site, { version, outcome }) => void updates.push(`${site} ${version} ${outcome}`) },
  });
});
afterAll(() => database.stop());
beforeEach(() => {
  cameOnline = [];
  told = [];
  alerts = [];
  updates = [];
  redeemWindowMs = 300_000;
});

let alerts: object[];
let updates: string[];
let redeemWindowMs: number;

async function printing(): Promise<string> {
  const id = randomUUID();
  const job = { id, site: 12, printer: 'printer', kind: 'redeem', subject: 'usage', state: 'printing', asked: now };
  await database.db.insertInto('print_job').values(job).execute();
  return id;
}
const stateOf = async (job: string) =>
  (await database.db.selectFrom('print_job').selectAll().where('id', '=', job).executeTakeFirstOrThrow()).state;

const keptOf = async (journal: string) =>
  (await database.db.selectFrom('unknown_site_event').select('event').where('journal', '=', journal).execute()).map((row) => row.event);

const event = (journal: string, seq: number, job: string = randomUUID(), more: Partial<DurableEvent> = {}): DurableEvent => ({
  v: 1,
  site: 12,
  journal,
  seq,
  first: 1,
  kind: 'print-result',
  source: 'printer',
  at: now.toISOString(),
  payload: { job, printer: 'printer', state: 'printed', reason: null },
  ...more,
});

describe('durable events', () => {
  it('are taken one after the other, each with what it changes', async () => {
    const [journal, job] = [randomUUID(), await printing()];
    expect(await sites.durable(event(journal, 1))).toBe(1);
    expect(await sites.durable(event(journal, 2, job))).toBe(2);
    expect(await stateOf(job)).toBe('printed');
  });

  it('of a restored Sitewatch write again what it lost since its backup, at that site only, and alert', async () => {
    const link = { site: 12, objid: 1, plate: null, tag: null, telling: null };
    const late = new Date('2026-11-21T09:00:00.000Z');
    await database.db
      .insertInto('sitewatch_link')
      .values([
        { ...link, customer: 'cus_lost', changed: late },
        { ...link, customer: 'cus_kept', changed: new Date('2026-11-19T09:00:00.000Z') },
        { ...link, customer: 'cus_other', site: 27, changed: late },
      ])
      .execute();
    const wash = { kind: 'once', what: 'sitewatch.record-usage', customer: null, payload: '{}', state: 'done', due: now, deadline: now };
    await database.db
      .insertInto('job')
      .values([
        { ...wash, id: randomUUID(), key: 'lost', site: 12, created: late },
        { ...wash, id: randomUUID(), key: 'kept', site: 12, created: new Date('2026-11-19T09:00:00.000Z') },
      ])
      .execute();
    const payload = { until: '2026-11-20 22:00:00' };
    expect(await sites.durable(event(randomUUID(), 1, undefined, { kind: 'sitewatch-restored', source: 'sitewatch', payload }))).toBe(1);
    const pending = await database.db.selectFrom('job').select(['what', 'key']).where('state', '=', 'pending').orderBy('what').execute();
    expect(pending).toEqual([
      { what: 'converge.sitewatch', key: 'cus_lost:12' },
      { what: 'sitewatch.record-usage', key: 'lost' },
    ]);
    expect(alerts).toEqual([{ kind: 'site.sitewatch-restored', site: 12, until: payload.until }]);
  });

  describe('of a wash that a lane admitted', () => {
    const usage = (id: string, at: string, customer = 'cus_lane') => {
      const plan = { planName: 'Super Kiss', productClass: 'Super Kiss', priceIncrease: true };
      return { kind: 'usage', source: 'north', payload: { id, lane: 1, code: 'LANE1-IL', customer, ...plan, at } };
    };
    const report = (...args: Parameters<typeof usage>) => sites.durable(event(randomUUID(), 1, undefined, usage(...args)));
    const stored = (customer: string) =>
      database.db.selectFrom('usage').selectAll().where('customer', '=', customer).orderBy('at').execute();

    it('are stored once, at their own time, with a job that finds its sale', async () => {
      const [id, at] = [randomUUID(), '2026-10-31T23:59:59.000Z'];
      await report(id, at);
      await report(id, at);
      const rows = await stored('cus_lane');
      expect(rows).toMatchObject([
        { id, code: 'LANE1-IL', site: 12, source: 'lane', terminal: null, overlap: false, price_increase: true },
      ]);
      expect(rows[0]?.at).toEqual(new Date(at));
      const jobs = await database.db.selectFrom('job').select(['what', 'site', 'payload']).where('key', '=', id).execute();
      expect(jobs).toMatchObject([{ what: 'sitewatch.record-usage', site: 12, payload: { code: 'LANE1-IL', at, terminal: null } }]);
    });

    it.each([
      [300_000, '12:00:00', '12:04:59', [false, true]],
      [300_000, '12:04:59', '12:00:00', [false, true]],
      [300_000, '12:00:00', '12:05:00', [false, false]],
      [60_000, '12:00:00', '12:01:00', [false, false]],
      [3_600_000, '12:00:00', '12:59:59', [false, true]],
    ])('mark the later of two as overlap, within %i ms, in either order: %s and %s', async (windowMs, first, second, overlaps) => {
      redeemWindowMs = windowMs;
      const customer = `cus_${randomUUID()}`;
      for (const time of [first, second]) await report(randomUUID(), `2026-11-20T${time}.000Z`, customer);
      expect((await stored(customer)).map(({ overlap }) => overlap)).toEqual(overlaps);
    });
  });

  it('of a journal that was full alert once a lot, and let the next events through', async () => {
    const journal = randomUUID();
    const dropped = { kind: 'print-result', count: 2, since: '2026-11-20T10:00:00.000Z', until: '2026-11-20T11:00:00.000Z' };
    const sent = { kind: 'events-dropped', source: 'desk' };
    expect(await sites.durable(event(journal, 1, undefined, { ...sent, payload: dropped }))).toBe(1);
    expect(await sites.durable(event(journal, 2, undefined, { ...sent, payload: null }))).toBe(2);
    const { kind, ...rest } = dropped;
    expect(alerts).toEqual([{ kind: 'site.events-dropped', site: 12, event: kind, ...rest }]);
  });

  it('of a damaged journal alert once for neighbors, and let the next events through', async () => {
    const journal = randomUUID();
    const damaged = { count: 2, since: '2026-11-20T10:00:00.000Z', until: null };
    const sent = { kind: 'events-damaged', source: 'agent' };
    expect(await sites.durable(event(journal, 1, undefined, { ...sent, payload: damaged }))).toBe(1);
    expect(await sites.durable(event(journal, 2, undefined, { ...sent, payload: null }))).toBe(2);
    expect(alerts).toEqual([{ kind: 'site.events-damaged', site: 12, ...damaged }]);
  });

  it('of an update alert where it was refused or rolled back, with the reason', async () => {
    const journal = randomUUID();
    const failed = { version: '1.3.0', outcome: 'rolled-back', reason: 'It ended during its trial' };
    for (const [index, update] of [{ version: '1.2.0', outcome: 'downloaded', reason: null }, failed].entries())
      await sites.durable(event(journal, index + 1, undefined, { kind: 'update', source: 'agent', payload: update }));
    expect(alerts).toEqual([{ kind: 'site.update', site: 12, ...failed }]);
    expect(updates).toEqual(['12 1.2.0 downloaded', '12 1.3.0 rolled-back']);
  });

  it('of a configuration that failed at the site alert once, with its first problem', async () => {
    const journal = randomUUID();
    const [outcome, sentence] = ['rolled-back', 'No connection to the cloud within 60 s'];
    const payload = { version: 4, outcome, problems: [{ path: '', sentence }] };
    const failed = event(journal, 1, '', { kind: 'configuration', payload });
    expect(await sites.durable(failed)).toBe(1);
    expect(await sites.durable(failed)).toBe(1);
    await sites.durable(event(journal, 2, '', { kind: 'configuration', payload: { version: 5, outcome: 'applied', problems: [] } }));
    expect(alerts).toEqual([{ kind: 'site.configuration', site: 12, version: 4, outcome, reason: sentence }]);
  });

  it('of a sale belong to another customer where a restored Sitewatch gave its number again, and by no number of a stranger', async () => {
    const sale = { saleId: 4711, created: '2026-11-20 10:00:00', terminal: null, employee: null, planName: 'STR SUPER KISS' };
    const rest = { total: 0, tax: 0, status: 0, customer: 77 };
    const known = { site: 12, plate: null, tag: null, telling: null, changed: new Date(0) };
    await database.db
      .insertInto('sitewatch_link')
      .values([
        { ...known, customer: 'cus_before', objid: 77, codes: ['BEFORE1-IL'] },
        { ...known, customer: 'cus_after', objid: 78, codes: ['AFTER1-IL'] },
      ])
      .execute();
    const report = async (change: object): Promise<string | null> => {
      const payload = { ...sale, ...rest, ...change };
      await sites.durable(event(randomUUID(), 1, undefined, { kind: 'sale', source: 'sitewatch', payload }));
      const row = database.db.selectFrom('sitewatch_sale').select('customer').where('site', '=', 12).where('sale_id', '=', 4711);
      return (await row.executeTakeFirstOrThrow()).customer;
    };
    expect(await report({ code: 'BEFORE1-IL' })).toBe('cus_before');
    // the same sale again, voided
    expect(await report({ code: 'GONE1-IL', status: 1 })).toBe('cus_before');
    expect(await report({ code: 'AFTER1-IL', customer: 78, created: '2026-11-21 09:00:00' })).toBe('cus_after');
    expect(await report({ code: 'WALK1-IL', customer: 77, created: '2026-11-21 09:30:00' })).toBeNull();
  });

  describe('about a customer who was erased since', () => {
    const alias = 'cus_erased0123456789abcdef';
    const erased = { plate: 'GONE7-IL', tag: '12345+123456', card: '55512345', objid: 700 };
    beforeAll(async () => {
      const id = randomUUID();
      const known = { sites: JSON.stringify([{ site: 12, objid: erased.objid }]), redaction: '{}' };
      const erasure = { id, customer: null, alias, asked: new Date('2026-11-20T18:00:00Z'), asked_by: '1', ...known };
      await database.db.insertInto('erasure').values(erasure).execute();
      const held = { code: 'KEPT7-IL', customer: 'cus_new', source: 'stripe' } as const;
      await database.db.insertInto('customer_code').values(held).execute();
      await database.db
        .transaction()
        .execute((tx) => erasedCodes.mark(tx, id, { customer: 'cus_gone', codes: [erased.plate, erased.tag, erased.card, held.code] }));
    });

    const registerSale = { terminal: null, employee: null, planName: 'STR SUPER KISS', total: 1_915, tax: 115, status: 0, customer: null };
    let sold = 7_000;
    async function reported(change: object) {
      sold += 1;
      const payload = { ...registerSale, saleId: sold, ...change };
      await sites.durable(event(randomUUID(), 1, undefined, { kind: 'sale', source: 'sitewatch', payload }));
      const row = database.db.selectFrom('sitewatch_sale').select(['customer', 'code', 'total']).where('sale_id', '=', sold);
      return row.executeTakeFirstOrThrow();
    }
    // the erasure was at noon in Chicago
    const [before, after] = ['2026-11-20 11:59:59', '2026-11-20 12:00:01'];

    it.each([
      ['the plate', { code: erased.plate, created: before }],
      ['the plate as a register may write it', { code: ' gone7-il ', created: before }],
      ['the plate that is disabled by now', { code: `${erased.plate}~44`, created: before }],
      ['the tag', { code: erased.tag, created: '2026-08-01 08:00:00' }],
      ['another code of the same customer of this Sitewatch', { code: 'OTHER7-IL', customer: erased.objid, created: before }],
    ])('are stored without %s, as the alias’s', async (_name, sale) => {
      expect(await reported(sale)).toEqual({ customer: alias, code: null, total: 1_915 });
    });

    it.each([
      ['a walk-in with the plate later', { code: erased.plate, created: after }, null],
      ['a plate that another member had at the erasure', { code: 'KEPT7-IL', created: before }, 'cus_new'],
      ['a member whom a restored Sitewatch gave the number', { code: 'KEPT7-IL', customer: erased.objid, created: before }, 'cus_new'],
      ['another customer of this Sitewatch', { code: 'OTHER8-IL', customer: 701, created: before }, null],
    ])('keep %s', async (_name, sale, customer) => {
      expect(await reported(sale)).toEqual({ customer, code: sale.code, total: 1_915 });
    });

    it('and belong to a new member who has the plate now, if they are later', async () => {
      await database.db.insertInto('customer_code').values({ code: erased.plate, customer: 'cus_next', source: 'stripe' }).execute();
      expect(await reported({ code: erased.plate, created: after })).toEqual({ customer: 'cus_next', code: erased.plate, total: 1_915 });
      expect(await reported({ code: erased.plate, created: before })).toEqual({ customer: alias, code: null, total: 1_915 });
    });

    it('are kept without the plate if their kind is unknown', async () => {
      const journal = randomUUID();
      const seen = (text: string) => ({ seen: [{ text, code: erased.plate }], 'gone7-il': 55_512_345, count: 2 });
      const payload = seen('Gate saw gone7-il,\ngone7-il');
      const strange = event(journal, 1, randomUUID(), { kind: 'weather', payload, at: '2026-11-20T17:00:00.000Z' });
      await sites.durable(strange);
      await sites.durable({ ...strange, seq: 2, at: '2026-11-20T19:00:00.000Z' });
      const kept = (await keptOf(journal)) as DurableEvent[];
      const without = { seen: [{ text: 'Gate saw erased,erased', code: 'erased' }], erased: 'erased', count: 2 };
      // control characters are not stored
      expect(kept.map((one) => one.payload)).toEqual([without, seen('Gate saw gone7-il,gone7-il')]);
    });
  });

  it('behind a gap are not taken: what is whole is acknowledged', async () => {
    const [journal, job] = [randomUUID(), await printing()];
    await sites.durable(event(journal, 1));
    expect(await sites.durable(event(journal, 3, job))).toBe(1);
    expect(await stateOf(job)).toBe('printing');
    expect(await sites.durable(event(journal, 2))).toBe(2);
    expect(await sites.durable(event(journal, 3, job))).toBe(3);
    expect(await stateOf(job)).toBe('printed');
  });

  it('that come again are acknowledged again and change nothing', async () => {
    const [journal, job] = [randomUUID(), await printing()];
    await sites.durable(event(journal, 1, job));
    await database.db.updateTable('print_job').set({ state: 'failed' }).where('id', '=', job).execute();
    expect(await sites.durable(event(journal, 1, job))).toBe(1);
    expect(await stateOf(job)).toBe('failed');
  });

  it('of a journal that holds only later ones go on with its oldest', async () => {
    const journal = randomUUID();
    expect(await sites.durable(event(journal, 41, randomUUID(), { first: 41 }))).toBe(41);
    expect(await sites.durable(event(journal, 43, randomUUID(), { first: 41 }))).toBe(41);
    expect(await sites.durable(event(journal, 42, randomUUID(), { first: 41 }))).toBe(42);
  });

  it('that say "expired" leave a gate command open: another copy of it may have opened', async () => {
    const [journal, command] = [randomUUID(), randomUUID()];
    const noted = { id: command, site: 12, gate: 'north', principal: '101', employee: 101, reason: null, asked: now };
    await database.db.insertInto('gate_command').values(noted).execute();
    const ended = (seq: number, result: string) =>
      sites.durable(
        event(journal, seq, '', {
          kind: 'gate-result',
          source: 'north',
          payload: { command, gate: 'north', result, reason: null, employee: 101 },
        }),
      );
    const resultOf = async () =>
      (await database.db.selectFrom('gate_command').select('result').where('id', '=', command).executeTakeFirstOrThrow()).result;

    expect(await ended(1, 'expired')).toBe(1);
    expect(await resultOf()).toBeNull();
    expect(await ended(2, 'opened')).toBe(2);
    expect(await resultOf()).toBe('opened');
    expect(await ended(3, 'expired')).toBe(3);
    expect(await resultOf()).toBe('opened');
  });

  it('of an opening at the local page add it to the gate’s history and the audit, once', async () => {
    const [journal, command] = [randomUUID(), randomUUID()];
    const localPage = { role: 'cashier', reason: 'A cashier at the local page: No tag' };
    const payload = { command, gate: 'north', result: 'opened', reason: null, employee: null, localPage };
    const opened = (seq: number) => sites.durable(event(journal, seq, '', { kind: 'gate-result', source: 'north', payload }));
    for (const seq of [1, 1, 2]) expect(await opened(seq)).toBe(seq);
    const rows = await database.db.selectFrom('gate_command').selectAll().where('id', '=', command).execute();
    const by = { principal: 'local-page:cashier', employee: null, customer: null, reason: localPage.reason };
    expect(rows).toMatchObject([{ site: 12, gate: 'north', ...by, result: 'opened' }]);
    const audit = await database.db
      .selectFrom('audit')
      .innerJoin('audit_personal', 'audit_personal.audit', 'audit.id')
      .select(['actor', 'site', 'action', 'audit.subject', 'audit_personal.why'])
      .where('request_id', '=', `site-event:${command}`)
      .execute();
    const what = { actor: 'local-page:cashier', site: 12, action: 'gate.open', subject: 'gate:12/north' };
    expect(audit).toEqual([{ ...what, why: localPage.reason }]);
  });

  it('of a lane that opened by itself add it with its wash, and its result, once and without an erased customer', async () => {
    const { db } = database;
    const erasure = { id: randomUUID(), customer: null, alias: 'cus_erased9', asked: now, asked_by: '1', redaction: '{}', sites: '[]' };
    await db.insertInto('erasure').values(erasure).execute();
    await db.transaction().execute((tx) => markErased(tx, erasure.id, ['cus_left']));
    const journal = randomUUID();
    const openingOf = (command: string) => db.selectFrom('gate_command').selectAll().where('id', '=', command).executeTakeFirst();
    const ended = (command: string, customer: string, result: string) => ({
      kind: 'gate-result',
      source: 'north',
      payload: { command, gate: 'north', result, reason: null, employee: null, byLane: { lane: 1, customer } },
    });
    const wash = { lane: 1, code: '99999+111111', customer: 'cus_lane', planName: null, productClass: null, priceIncrease: false };
    const [first, again, left] = [randomUUID(), randomUUID(), randomUUID()];
    const usage = { ...wash, id: randomUUID(), at: '2026-11-21T11:59:00.000Z', opening: { command: first, gate: 'north' } };

    await sites.durable(event(journal, 1, '', { kind: 'usage', source: 'north', payload: usage }));
    const by = { site: 12, gate: 'north', principal: 'lane:1', employee: null, customer: 'cus_lane', reason: 'Lane 1 opened by itself' };
    expect(await openingOf(first)).toMatchObject({ ...by, asked: new Date(usage.at), result: null });
    // a second copy of the event, and one that says otherwise
    for (const [seq, result] of [
      [2, 'expired'],
      [2, 'expired'],
      [3, 'opened'],
    ] as const)
      await sites.durable(event(journal, seq, '', ended(first, 'cus_lane', result)));
    expect(await openingOf(first)).toMatchObject({ ...by, result: 'expired' });

    // the same car again, whose wash is stored already
    await sites.durable(event(journal, 4, '', ended(again, 'cus_lane', 'opened')));
    expect(await openingOf(again)).toMatchObject({ ...by, result: 'opened' });
    await sites.durable(event(journal, 5, '', ended(left, 'cus_left', 'opened')));
    expect(await openingOf(left)).toMatchObject({ customer: null, result: 'opened' });

    const requests = [first, again].map((id) => `site-event:${id}`);
    const audited = await db.selectFrom('audit').select(['actor', 'action', 'subject']).where('request_id', 'in', requests).execute();
    expect(audited).toEqual(requests.map(() => ({ actor: 'lane:1', action: 'gate.open', subject: 'gate:12/north' })));
  });

  it('of two journals, and of two sites, are counted apart', async () => {
    const journals = [randomUUID(), randomUUID()] as const;
    expect(await sites.durable(event(journals[0], 1))).toBe(1);
    expect(await sites.durable(event(journals[1], 1))).toBe(1);
    expect(await sites.durable(event(journals[0], 1, randomUUID(), { site: 27 }))).toBe(1);
    expect(await sites.durable(event(journals[0], 2))).toBe(2);
  });

  it('that arrive twice at the same moment are taken once', async () => {
    const journal = randomUUID();
    const all = await Promise.all(Array.from({ length: 8 }, () => sites.durable(event(journal, 1))));
    expect(new Set(all)).toEqual(new Set([1]));
  });

  it.each([
    ['a kind that is not known', { kind: 'weather', payload: {} }],
    ['a kind by the name of a prototype', { kind: 'constructor', payload: {} }],
    ['a payload that is not understood', { payload: { job: 12 } }],
  ])('of %s are passed over aloud and hold nothing up', async (_name, more) => {
    const journal = randomUUID();
    const strange = event(journal, 1, randomUUID(), more);
    expect(await sites.durable(strange)).toBe(1);
    expect(alerts).toEqual([{ kind: 'site.unknown-event', site: 12, event: strange.kind, seq: 1 }]);
    expect(await keptOf(journal)).toEqual([strange]);
    expect(await sites.durable(event(journal, 2))).toBe(2);
  });

  it('that an earlier release kept are handled by one that knows them, and the others stay kept', async () => {
    const [journal, job] = [randomUUID(), await printing()];
    const strange = event(journal, 1, job, { kind: 'weather' });
    await sites.durable(strange);
    await sites.durable(event(journal, 2, job, { kind: 'weather' }));
    // the current release uses its own name for it
    const known = JSON.stringify(event(journal, 2, job));
    await database.db.updateTable('unknown_site_event').set({ event: known }).where('journal', '=', journal).where('seq', '=', 2).execute();
    await sites.handleKept();
    expect(await stateOf(job)).toBe('printed');
    expect(await keptOf(journal)).toEqual([strange]);
  });

  it('with characters that no database can store delay nothing', async () => {
    const [journal, job] = [randomUUID(), await printing()];
    const payload = { job, printer: 'printer', state: 'failed', reason: 'paper\0 out' };
    expect(await sites.durable(event(journal, 1, job, { payload }))).toBe(1);
    const row = await database.db.selectFrom('print_job').selectAll().where('id', '=', job).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'failed', reason: 'paper out' });
  });

  it('of one site cannot speak of another', async () => {
    const job = await printing();
    await sites.durable(event(randomUUID(), 1, job, { site: 27 }));
    expect(await stateOf(job)).toBe('printing');
  });

  it('of a site that is not ours are not acknowledged', async () => {
    expect(await sites.durable(event(randomUUID(), 1, randomUUID(), { site: 99 }))).toBeNull();
  });
});

const state = (more: Partial<AgentState> = {}): AgentState => ({
  v: 1,
  online: true,
  boot: '019aa000-0000-7000-8000-000000000001',
  version: '1.0.0',
  devices: [{ id: 'north', kind: 'gate', name: 'North gate', lane: 1 }],
  roster: 0,
  problems: [],
  ...more,
});

describe('presence', () => {
  const device = (id: string, more: Partial<DeviceState> = {}): DeviceState => ({
    v: 1,
    id,
    kind: 'gate',
    name: `${id} gate`,
    lane: 1,
    health: 'online',
    reason: null,
    since: now.toISOString(),
    ...more,
  });

  it('tells that a site is back when it comes online or has started again, and only then', async () => {
    await sites.agent(27, state());
    await sites.agent(27, state());
    await sites.agent(27, state({ boot: randomUUID() }));
    await sites.agent(27, state({ online: false }));
    await sites.agent(27, state());
    expect(cameOnline).toEqual([27, 27, 27]);
  });

  it('of a revoked agent is passed over, even if it was received before', async () => {
    const { db } = database;
    const enrollment = { id: randomUUID(), site: 27, created: now, created_by: '1', expires: now };
    const certificate = { serial: 'b7', site: 27, enrollment: enrollment.id, public_key: Buffer.alloc(1), pem: '', host: 'pc' };
    await sites.agent(27, state({ online: false }));
    cameOnline = [];
    await db
      .insertInto('agent_enrollment')
      .values({ ...enrollment, code_hash: Buffer.alloc(1), used: now })
      .execute();
    const valid = { issued: now, expires: now, used: now, replaced_by: null, revoked: null, revoked_by: null, revoked_reason: null };
    await db
      .insertInto('site_certificate')
      .values({ ...certificate, ...valid })
      .execute();
    const revoking = await db.startTransaction().execute();
    await revoking.selectFrom('site').select('number').where('number', '=', 27).forNoKeyUpdate().execute();
    await revoking.updateTable('site_certificate').set({ revoked: now, revoked_by: '1', revoked_reason: 'Stolen' }).execute();
    const reported = sites.agent(27, state());
    await revoking.commit().execute();
    await reported;
    expect([(await sitesWithAgents(db)).find(({ number }) => number === 27)?.online, cameOnline]).toEqual([false, []]);
    await db.deleteFrom('site_certificate').execute();
    await db.deleteFrom('agent_enrollment').execute();
  });

  it('forgets devices that the agent no longer names, but none when it says goodbye', async () => {
    await sites.device(12, device('north'));
    await sites.device(12, device('south'));
    await sites.agent(12, state({ online: false, devices: [] }));
    expect((await sites.devices(12)).map(({ id }) => id)).toEqual(['north', 'south']);
    await sites.agent(12, state());
    expect((await sites.devices(12)).map(({ id }) => id)).toEqual(['north']);
  });

  it('keeps what a device reports, and its state is unknown while the agent is offline', async () => {
    await sites.agent(12, state());
    await sites.device(12, device('north', { health: 'degraded', reason: 'The loop is stuck' }));
    expect(await sites.devices(12)).toMatchObject([{ id: 'north', health: 'degraded', reason: 'The loop is stuck' }]);
    expect(told).toMatchObject([{ id: 'north', health: 'degraded' }]);
    await sites.agent(12, state({ online: false }));
    expect(await sites.devices(12)).toMatchObject([{ id: 'north', health: 'unknown', reason: 'The agent of this site is offline' }]);
  });

  it('shows devices of a kind and a health that only a later release knows', async () => {
    await sites.agent(12, state());
    await sites.device(12, { ...device('north'), kind: 'unknown', health: 'unknown' });
    expect(await sites.devices(12)).toMatchObject([{ id: 'north', kind: 'unknown', health: 'unknown' }]);
  });

  it('of a site that is not ours is passed over', async () => {
    await sites.agent(99, state());
    await sites.device(99, device('north'));
    expect(cameOnline).toEqual([]);
    expect(told).toEqual([]);
    expect(await sites.devices(99)).toEqual([]);
  });
});

describe('a faulty device', () => {
  const alerted = { kind: 'site.device', site: 12, device: 'printer' };
  let reports = 0;
  const report = (fault: string | null | undefined, health: DeviceState['health'] = fault ? 'degraded' : 'online'): Promise<void> => {
    reports += 1;
    const since = new Date(now.getTime() + reports).toISOString();
    const name = { v: 1, id: 'printer', kind: 'printer', name: 'Register 1', lane: null } as const;
    return sites.device(12, { ...name, health, reason: fault ?? null, since, ...(fault !== undefined && { fault }) });
  };
  beforeEach(async () => {
    await database.db.deleteFrom('site_fault').execute();
    await report(null);
  });

  it('alerts once for each cause, and not again if it comes back', async () => {
    await report('out of paper');
    await report('out of paper');
    expect(alerts).toEqual([alerted]);
    await report('the cover is open');
    expect(alerts).toHaveLength(2);
    await report(null);
    await report('out of paper');
    expect(alerts).toHaveLength(2);
  });

  it('alerts once while it is unreachable, whatever each attempt fails with', async () => {
    await report('refuses connections', 'offline');
    await report('doesn’t respond', 'offline');
    expect(alerts).toEqual([alerted]);
  });

  it('does not alert again when its agent starts again', async () => {
    await report('out of paper');
    await report(undefined, 'offline');
    await report('out of paper');
    expect(alerts).toEqual([alerted]);
  });

  it('that fails twenty times in a short time alerts once', async () => {
    for (let times = 0; times < 20; times += 1) {
      await report('out of paper');
      await report(null);
    }
    expect(alerts).toEqual([alerted]);
  });
});

describe('what is wrong at a site', () => {
  const skewed = { code: 'clock', sentence: 'The clock of the site’s computer is 10 min slow' };

  it('is stored, and told to IT once while it lasts', async () => {
    const boot = randomUUID();
    for (const problems of [[skewed], [skewed], [], [skewed]]) await sites.agent(27, state({ boot, problems }));
    const row = await database.db.selectFrom('site_agent').select('problems').where('site', '=', 27).executeTakeFirstOrThrow();
    expect(row.problems).toEqual([skewed]);
    expect(alerts).toEqual([{ kind: 'site.clock', site: 27 }]);
  });

  it('is not told again by the will of an agent and its reconnect', async () => {
    const boot = randomUUID();
    await sites.agent(27, state({ boot }));
    alerts = [];
    await sites.agent(27, state({ boot, problems: [{ code: 'roster', sentence: 'The list of members is old' }] }));
    // the will was written before the problem began
    await sites.agent(27, state({ boot, online: false }));
    await sites.agent(27, state({ boot, problems: [{ code: 'roster', sentence: 'The list of members is older' }] }));
    expect(alerts).toEqual([
      { kind: 'site.roster', site: 27 },
      { kind: 'site.agent-offline', site: 27 },
    ]);
  });

  it('are two agents, both named', () => {
    sites.secondAgent(12, 'lane-pc', 'office-pc');
    expect(alerts).toEqual([{ kind: 'site.two-agents', site: 12, serving: 'lane-pc', refused: 'office-pc' }]);
  });
});

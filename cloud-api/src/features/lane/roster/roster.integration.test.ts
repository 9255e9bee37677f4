import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { rosterPage } from '@washdesk/site-protocol/roster';
import { checksumOf } from '@washdesk/site-protocol/roster-checksum';
import { until } from '@washdesk/test-support/until';
import type { Principal } from '../../../common/caller.ts';
import { Notifications } from '../../../db/notifications.ts';
import { openLog } from '../../../http/log.ts';
import type { CodeMembership } from '../../../mirror/projection/memberships.ts';
import { lockNumbers, passNumbersOfFormerCloud, updateRoster } from '../../../mirror/projection/roster.store.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { defaultSettings } from '../../../testing/default-settings.ts';
import { createRoster } from './create-roster.ts';
import { RosterService } from './roster.service.ts';

let database: TestDatabase;
let roster: RosterService;

beforeAll(async () => {
  database = await freshDatabase();
  roster = new RosterService(database.db, defaultSettings);
});
afterAll(() => database.stop());
afterEach(async () => {
  await database.db.deleteFrom('roster_entry').execute();
  await database.db.deleteFrom('roster_gap').execute();
});

const agent: Principal = {
  kind: 'service',
  id: 'agent-12',
  employee: null,
  name: 'Agent of site 12',
  roles: 0,
  session: randomUUID(),
  site: 12,
  locationId: null,
  terminal: null,
  device: '019aa000-0000-7000-8000-0000000000d1',
  requestId: 'request',
};

const membership = (code: string, more: Partial<CodeMembership> = {}): CodeMembership => ({
  code,
  customer: `cus_${code.slice(0, 3)}`,
  name: 'Ada Moore',
  subscription: 'sub_1',
  schedule: null,
  plan_name: 'Super Kiss',
  product_class: 'Super Kiss',
  status: 'active',
  period_end: new Date('2026-12-01T10:00:00Z'),
  good_until: new Date('2026-12-08T10:00:00Z'),
  price_increase: false,
  groups: [],
  ...more,
});

const none = '0000000000000000';

/** Passes the removed codes without their memberships. */
function change(wanted: CodeMembership[], gone: string[] = []): Promise<number | null> {
  const codes = [...wanted.map(({ code }) => code), ...gone];
  return database.db.transaction().execute(async (tx) => {
    await lockNumbers(tx);
    return updateRoster(tx, codes, new Map(wanted.map((one) => [one.code, one])));
  });
}

/** Returns an agent's data after pulling all pages since its number. */
async function pull(since: number) {
  const pages = [];
  for (let from = since, more = true; more;) {
    const page = rosterPage.parse(await roster.page(agent, { since: from, most: 1_000 }));
    pages.push(page);
    ({ seq: from, more } = page);
    if (pages.length > 10) throw new Error('Roster does not end after 10 pages');
  }
  return pages;
}

describe('the roster', () => {
  it('without members is empty and complete', async () => {
    expect(await roster.page(agent, { since: 0, most: 1_000 })).toEqual({
      seq: 0,
      full: true,
      entries: [],
      more: false,
      checksum: none,
      whole: none,
      redeemWindowMs: 300_000,
    });
  });

  it('has the company’s redeem window', async () => {
    const settings: ReadSetting = async (name) => ({ ...settingDefaults, redeemWindowMs: 600_000 })[name];
    expect(await new RosterService(database.db, settings).page(agent, { since: 0, most: 1 })).toMatchObject({ redeemWindowMs: 600_000 });
  });

  it('from 0 is a snapshot without those who left', async () => {
    await change([membership('AAA111-IL'), membership('BBB222-IL')]);
    await change([], ['AAA111-IL']);
    const [page] = await pull(0);
    expect(page).toMatchObject({ full: true, more: false, seq: 3, entries: [{ code: 'BBB222-IL', seq: 2, removed: false }] });
  });

  it('from any other number is what changed since, those who left too', async () => {
    await change([membership('AAA111-IL'), membership('BBB222-IL')]);
    await change([membership('AAA111-IL', { status: 'past_due' })]);
    await change([], ['BBB222-IL']);
    const [page] = await pull(2);
    expect(page).toMatchObject({ full: false, seq: 4 });
    expect(page?.entries.map(({ seq, code, status, removed }) => ({ seq, code, status, removed }))).toEqual([
      { seq: 3, code: 'AAA111-IL', status: 'past_due', removed: false },
      { seq: 4, code: 'BBB222-IL', status: 'active', removed: true },
    ]);
    expect(await pull(4)).toMatchObject([{ seq: 4, full: false, entries: [], more: false }]);
  });

  it('proves itself: the checksum of its last page is that of all entries, whatever changed them', async () => {
    const odd = membership('ODD111-IL', { plan_name: 'Kiß & "Co"\\', groups: ['Active Unlimited Plans', 'None'], price_increase: true });
    await change([odd, membership('AAA111-IL'), membership('BBB222-IL', { plan_name: null, product_class: null, good_until: null })]);
    await change([membership('AAA111-IL', { status: 'past_due', good_until: new Date('2026-12-08T10:00:00.123Z') })], ['BBB222-IL']);
    await Promise.all(Array.from({ length: 5 }, (_one, i) => change([membership(`R${i}-IL`)], [`R${i - 1}-IL`])));
    await database.raw.query(`update roster_entry set seq = 900, status = 'canceled' where code = 'R4-IL'`);
    const pages = await pull(0);
    const entries = pages.flatMap((page) => page.entries);
    expect(pages.at(-1)?.whole).toBe(checksumOf(entries));
    expect(pages.map(({ checksum }) => checksum)).toEqual(pages.map((page) => checksumOf(page.entries)));
    await database.raw.query('truncate roster_entry');
    expect((await pull(0)).at(-1)?.whole).toBe(none);
  });

  it('gives no number to what stays as it was', async () => {
    await change([membership('AAA111-IL')]);
    expect(await change([membership('AAA111-IL')])).toBeNull();
    expect(await change([], ['NEVER-IL'])).toBeNull();
    expect((await pull(0))[0]?.seq).toBe(1);
  });

  it('comes in pages that miss nothing and repeat nothing', async () => {
    const codes = Array.from({ length: 2_345 }, (_one, i) => `P${i}-IL`);
    await change(codes.map((code) => membership(code)));
    const pages = await pull(0);
    expect(pages.map(({ entries, full, more }) => ({ size: entries.length, full, more }))).toEqual([
      { size: 1_000, full: true, more: true },
      { size: 1_000, full: false, more: true },
      { size: 345, full: false, more: false },
    ]);
    expect(new Set(pages.flatMap(({ entries }) => entries.map(({ code }) => code)))).toEqual(new Set(codes));
  });

  it('that changes between two pages reaches the agent in its last state', async () => {
    const codes = Array.from({ length: 1_500 }, (_one, i) => `P${i}-IL`);
    await change(codes.map((code) => membership(code)));
    const first = await roster.page(agent, { since: 0, most: 1_000 });
    await change([membership('P0-IL', { status: 'canceled' }), membership('P1400-IL', { status: 'canceled' })], ['P1-IL']);
    const rest = await pull(first.seq);
    const known = new Map([...first.entries, ...rest.flatMap(({ entries }) => entries)].map((one) => [one.code, one]));
    expect(known.get('P0-IL')?.status).toBe('canceled');
    expect(known.get('P1400-IL')?.status).toBe('canceled');
    expect(known.get('P1-IL')?.removed).toBe(true);
    expect(known.size).toBe(1_500);
  });

  it('starts again for an agent that is ahead of us', async () => {
    await change([membership('AAA111-IL')]);
    expect(await pull(999)).toMatchObject([{ full: true, seq: 1, entries: [{ code: 'AAA111-IL' }] }]);
  });

  it('starts again for every agent with a number of the cloud before a restore, also if it was offline meanwhile', async () => {
    await change(['AAA111-IL', 'BBB222-IL'].map((code) => membership(code)));
    await database.db.transaction().execute((tx) => passNumbersOfFormerCloud(tx, 2));
    expect(await pull(2)).toMatchObject([{ seq: 2, full: false, entries: [], more: false }]);
    await database.db.transaction().execute((tx) => passNumbersOfFormerCloud(tx, 5));
    for (const plate of ['C', 'D', 'E', 'F']) await change([membership(`${plate}-IL`)], ['BBB222-IL']);
    const entries = ['AAA111-IL', 'C-IL', 'D-IL', 'E-IL', 'F-IL'].map((code) => ({ code }));
    const [page] = await pull(5);
    expect(page).toMatchObject({ full: true, entries });
    expect(await pull(4)).toMatchObject([{ full: true }]);
    expect(await pull(page!.seq)).toMatchObject([{ seq: page!.seq, full: false, entries: [], more: false }]);
    await database.db.transaction().execute((tx) => passNumbersOfFormerCloud(tx, page!.seq));
    expect(await database.db.selectFrom('roster_gap').select('after').execute()).toEqual([{ after: 2 }]);
  });

  it('numbers changes that come at the same time without a gap or a double', async () => {
    await Promise.all(Array.from({ length: 12 }, (_one, i) => change([membership(`R${i}-IL`)])));
    const seqs = (await pull(0)).flatMap(({ entries }) => entries.map(({ seq }) => seq));
    expect(seqs).toEqual(Array.from({ length: 12 }, (_one, i) => i + 1));
  });

  it.each([
    ['a person', { ...agent, kind: 'staff' as const, roles: 256 }],
    ['a program of no site', { ...agent, site: null }],
  ])('is not for %s', async (_name, principal) => {
    await expect(roster.page(principal, { since: 0, most: 1_000 })).rejects.toMatchObject({ status: 403 });
  });
});

describe('a change of the roster', () => {
  it('is announced when it is committed, by whichever process, also after the line was lost', async () => {
    const announced: number[] = [];
    const log = openLog('silent');
    const notifications = new Notifications({ url: database.url, log });
    const sites = { announceRoster: (_site: number, seq: number) => announced.push(seq) };
    createRoster({ db: database.db, notifications, sites, settings: defaultSettings, siteNumbers: async () => [12], log });
    await notifications.start();
    try {
      await change([membership('AAA111-IL')]);
      await until('the first is announced', () => announced.at(0));
      await database.raw.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'washdesk notifications' and datname = current_database()",
      );
      await until('the announcer listens again', async () => {
        await change([membership('AAA111-IL', { name: randomUUID() })]);
        return announced.length > 1 ? true : null;
      });
      expect(announced[0]).toBe(1);
    } finally {
      await notifications.stop();
    }
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RosterEntry, RosterPage } from '@washdesk/site-protocol/roster';
import { checksumOf } from '@washdesk/site-protocol/roster-checksum';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { Journal } from './journal.ts';
import { RosterPageDamaged } from './roster.ts';

let folder: TemporaryFolder;
let journal: Journal;

const open = (): Journal =>
  new Journal({ folder: folder.path, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });

function entry(seq: number, code: string, change: Partial<RosterEntry> = {}): RosterEntry {
  return {
    seq,
    code,
    customer: 'cus_1',
    planName: 'STR SUPER KISS',
    productClass: 'Super Kiss',
    status: 'active',
    goodUntil: '2026-12-01T10:00:00.000Z',
    priceIncrease: false,
    groups: ['lane-2'],
    removed: false,
    ...change,
  };
}

/** The signal of a running agent. */
const running = new AbortController().signal;

const page = (entries: RosterEntry[], change: Partial<RosterPage> = {}): RosterPage => ({
  seq: entries.at(-1)?.seq ?? 0,
  full: false,
  entries,
  more: false,
  ...change,
});

beforeEach(() => {
  folder = temporaryFolder();
  journal = open();
});

afterEach(() => {
  journal.close();
  folder.remove();
});

describe('roster', () => {
  it('is at 0 before the first snapshot', () => {
    expect(journal.roster.seq).toBe(0);
    expect(journal.roster.find('ABC1234-IL')).toBeNull();
  });

  it('takes a snapshot of several pages, then changes and removals, over a restart', async () => {
    const first = entry(1, 'ABC1234-IL');
    await journal.roster.apply([page([first], { full: true, more: true }), page([entry(2, '12345+123456')])], running);
    await journal.roster.apply(
      [page([entry(3, 'ABC1234-IL', { status: 'past_due' }), entry(4, '12345+123456', { removed: true })])],
      running,
    );
    journal.close();
    journal = open();
    expect(journal.roster.seq).toBe(4);
    expect(journal.roster.find('ABC1234-IL')).toEqual({ ...first, seq: 3, status: 'past_due' });
    expect(journal.roster.find('12345+123456')).toBeNull();
  });

  it('has the redeem window of the last page, over a restart, and the default if the cloud sends none', async () => {
    expect(journal.roster.redeemWindowMs).toBe(300_000);
    await journal.roster.apply([page([], { seq: 1, redeemWindowMs: 600_000 })], running);
    journal.close();
    journal = open();
    expect(journal.roster.redeemWindowMs).toBe(600_000);
    await journal.roster.apply([page([], { seq: 1 })], running);
    expect(journal.roster.redeemWindowMs).toBe(300_000);
  });

  it('drops what a new snapshot does not name', async () => {
    await journal.roster.apply([page([entry(1, 'OLD1-IL'), entry(2, 'KEPT1-IL')], { full: true })], running);
    await journal.roster.apply([page([entry(1, 'KEPT1-IL')], { full: true })], running);
    expect(journal.roster.find('OLD1-IL')).toBeNull();
    expect(journal.roster.find('KEPT1-IL')).not.toBeNull();
    expect(journal.roster.seq).toBe(1);
  });

  it('keeps what it had when a pull cannot be stored', async () => {
    await journal.roster.apply([page([entry(1, 'ABC1234-IL')], { full: true })], running);
    const broken = entry(2, null as unknown as string);
    const pull = journal.roster.apply([page([entry(2, 'NEW1-IL')], { full: true, more: true }), page([broken])], running);
    await expect(pull).rejects.toThrow(/NOT NULL/);
    expect(journal.roster.seq).toBe(1);
    expect(journal.roster.find('ABC1234-IL')).not.toBeNull();
    expect(journal.roster.find('NEW1-IL')).toBeNull();
  });

  it('answers lanes with the old snapshot until the last page of the new one is stored, also over a restart', async () => {
    await journal.roster.apply([page([entry(1, 'OLD1-IL')], { full: true })], running);
    const seen: (string | undefined)[] = [];
    async function* pages() {
      yield page([entry(5, 'NEW1-IL')], { full: true, more: true });
      seen.push(journal.roster.find('OLD1-IL')?.code, journal.roster.find('NEW1-IL')?.code);
      journal.close();
      journal = open();
      expect(journal.roster).toMatchObject({ seq: 1 });
      expect(journal.roster.find('OLD1-IL')).not.toBeNull();
      throw new Error('the line is cut');
    }
    await expect(journal.roster.apply(pages(), running)).rejects.toThrow('the line is cut');
    expect(seen).toEqual(['OLD1-IL', undefined]);
    await journal.roster.apply([page([entry(6, 'NEW2-IL')], { full: true })], running);
    expect(['OLD1-IL', 'NEW1-IL', 'NEW2-IL'].filter((code) => journal.roster.find(code))).toEqual(['NEW2-IL']);
  });

  it('goes on with a snapshot that was cut half-way, also over a restart', async () => {
    const [first, second, third] = ['A1-IL', 'B2-IL', 'C3-IL'].map((code, index) => entry(index + 1, code));
    async function* cut() {
      yield page([first!], { full: true, more: true });
      yield page([second!], { more: true });
      throw new Error('the line is cut');
    }
    await expect(journal.roster.apply(cut(), running)).rejects.toThrow('the line is cut');
    journal.close();
    journal = open();
    expect(journal.roster).toMatchObject({ seq: 0, fetchFrom: 2, confirmed: null });
    const moved = entry(4, 'A1-IL', { status: 'past_due' });
    const rest = page([third!, moved], { whole: checksumOf([second!, third!, moved]) });
    expect(await journal.roster.apply([rest], running)).toBe(true);
    expect(journal.roster).toMatchObject({ seq: 4, fetchFrom: 4 });
    expect(['A1-IL', 'B2-IL', 'C3-IL'].map((code) => journal.roster.find(code)?.seq)).toEqual([4, 2, 3]);
  });

  it('has the checksum of its entries in any order of changes, over restarts', async () => {
    const changes = fc.record({
      code: fc.constantFrom('A1-IL', 'B2-IL', 'C3-IL', '12345+123456'),
      removed: fc.boolean(),
      status: fc.string(),
    });
    const many = fc.sample(fc.array(changes, { minLength: 1, maxLength: 8 }), { numRuns: 40, seed: 1 });
    const latest = new Map<string, RosterEntry>();
    let seq = 0;
    for (const [index, some] of many.entries()) {
      const entries = some.map(({ code, ...more }) => entry((seq += 1), code, more));
      for (const one of entries) latest.set(one.code, one);
      const whole = checksumOf([...latest.values()].filter(({ removed }) => !removed));
      expect(await journal.roster.apply([page(entries, { full: index === 0, checksum: checksumOf(entries), whole })], running)).toBe(true);
      if (index % 10 > 0) continue;
      journal.close();
      journal = open();
    }
    expect(await journal.roster.apply([page([], { seq, whole: checksumOf([]) })], running)).toBe(false);
  });

  it('refuses a page that was damaged on its way, and keeps the pages before it', async () => {
    const [first, second] = [entry(1, 'A1-IL'), entry(2, 'B2-IL')];
    const damaged = page([{ ...second, status: 'actlve' }], { checksum: checksumOf([second]) });
    await expect(journal.roster.apply([page([first], { full: true, more: true }), damaged], running)).rejects.toThrow(RosterPageDamaged);
    expect(journal.roster.fetchFrom).toBe(1);
  });

  it('of which a time or a setting cannot be read was never confirmed, and has the default', async () => {
    await journal.roster.apply([page([entry(1, 'A1-IL')], { redeemWindowMs: 60_000 })], running);
    journal.close();
    const database = new DatabaseSync(join(folder.path, 'roster.db'));
    database.exec("UPDATE meta SET value = 'damaged' WHERE key IN ('confirmed', 'redeem window')");
    database.close();
    journal = open();
    expect([journal.roster.confirmed, journal.roster.redeemWindowMs]).toEqual([null, 300_000]);
  });

  it('starts over if its file cannot be read', async () => {
    await journal.roster.apply([page([entry(1, 'A1-IL')], { full: true })], running);
    journal.close();
    writeFileSync(join(folder.path, 'roster.db'), 'no database');
    journal = open();
    expect(journal.roster.fetchFrom).toBe(0);
    await journal.roster.apply([page([entry(1, 'A1-IL')], { full: true })], running);
    expect(journal.roster.find('A1-IL')).not.toBeNull();
  });

  it('lets other work in while it takes a large snapshot', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const many = (from: number) => Array.from({ length: 1_000 }, (_, i) => entry(from + i, `M${from + i}-IL`));
    async function* pages() {
      for (let at = 0; at < 20; at += 1) {
        yield page(many(at * 1_000 + 1), { full: at === 0, more: at < 19 });
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    }
    await journal.roster.apply(pages(), running);
    await journal.roster.apply([page([entry(30_000, 'LAST-IL')], { full: true })], running);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(20);
    expect(journal.roster.find('M1-IL')).toBeNull();
  });

  it('leaves no byte of a removed member in its files', async () => {
    const many = Array.from({ length: 3_000 }, (_, number) => entry(number + 1, `M${number}-IL`));
    const erased = entry(3_001, 'ZQX918-IL');
    await journal.roster.apply([page([...many, erased], { full: true })], running);
    await journal.roster.apply([page([{ ...erased, seq: 3_002, code: 'ZQX917-IL' }])], running);
    const files = () => ['roster.db', 'roster.db-wal'].map((file) => readFileSync(join(folder.path, file), 'latin1')).join('');
    expect(files()).toContain('ZQX918');
    const gone = ['ZQX917-IL', 'ZQX918-IL'].map((code, index) => entry(3_003 + index, code, { removed: true }));
    await journal.roster.apply([page(gone)], running);
    journal.forgetRemoved();
    expect(files()).not.toMatch(/ZQX91/);
  });

  it('is emptied of removed members later if the disk is full', async () => {
    await journal.roster.apply([page([entry(1, 'A1-IL')], { full: true })], running);
    const full = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    try {
      expect(() => journal.forgetRemoved()).not.toThrow();
      expect(full).toHaveBeenCalledTimes(2);
    } finally {
      full.mockRestore();
    }
  });
});

describe('a roster that the disk damaged', () => {
  const file = (): string => join(folder.path, 'roster.db');
  const many = Array.from({ length: 2_000 }, (_, n) => entry(n + 1, `M${n}-IL`));
  const found = (): number => many.filter(({ code }) => journal.roster.find(code) !== null).length;

  beforeEach(async () => {
    await journal.roster.apply([page(many, { full: true, whole: checksumOf(many) })], running);
    journal.close();
  });

  async function expectHealed(): Promise<void> {
    expect(journal.roster).toMatchObject({ isDamaged: true, fetchFrom: 0, seq: 2_000 });
    expect(await journal.roster.apply([page(many, { full: true, whole: checksumOf(many) })], running)).toBe(true);
    expect([journal.roster.isDamaged, journal.roster.seq, found()]).toEqual([false, 2_000, 2_000]);
  }

  it.each([
    ['a letter of a member', `UPDATE first SET entry = replace(entry, 'active', 'aktive') WHERE code = 'M7-IL'`],
    ['the code of a member', `UPDATE first SET code = 'N7-IL' WHERE code = 'M7-IL'`],
    ['the end of a member', `UPDATE first SET entry = substr(entry, 1, 20) WHERE code = 'M7-IL'`],
  ])('finds no member by %s, and is fetched again', async (_case, sql) => {
    const database = new DatabaseSync(file());
    database.exec(sql.replace('first', 'second'));
    database.close();
    journal = open();
    expect([found(), journal.roster.find('N7-IL')]).toEqual([1_999, null]);
    await expectHealed();
  });

  it('serves the members in its intact pages until then', async () => {
    const bytes = readFileSync(file());
    const middle = Math.floor(bytes.length / 2 / 4_096) * 4_096;
    writeFileSync(file(), bytes.fill(0, middle, middle + 4_096));
    journal = open();
    expect(journal.roster.isDamaged).toBe(true);
    expect(found()).toBeGreaterThan(1_500);
    expect(found()).toBeLessThan(2_000);
    await expectHealed();
  });

  it('of an earlier release has no checksums, and is served as it is', () => {
    const database = new DatabaseSync(file());
    for (const name of ['first', 'second']) database.exec(`ALTER TABLE ${name} DROP COLUMN sum`);
    database.close();
    journal = open();
    expect([journal.roster.isDamaged, found()]).toEqual([false, 2_000]);
  });
});

import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { Journal } from './journal.ts';
import { Outbox } from './outbox.ts';

const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };
const actions = Array.from({ length: 40 }, (_, n) => `0192f3a0-0000-7000-8000-${String(n).padStart(12, '0')}`);

let folder: TemporaryFolder;
let around: TemporaryFolder;
/** The folder of a killed agent, with its write-ahead log. */
let asKilled: string;
/** The test's own copy of that folder. */
let killed: string;
let before: string;

const open = (path: string): Journal => new Journal({ folder: path, site: 12, clock, cloudTime: () => Date.now(), log: noLog });

beforeAll(() => {
  around = temporaryFolder();
  asKilled = join(around.path, 'killed');
  const living = join(around.path, 'living');
  const journal = open(living);
  before = journal.id;
  for (const [n, id] of actions.entries()) {
    journal.begin(id);
    // the last one was killed after its ON
    if (n < actions.length - 1) journal.settle(id, { result: 'opened' }, gateEvent(id));
  }
  cpSync(living, asKilled, { recursive: true });
  journal.close();
});
afterAll(() => around.remove());

beforeEach(() => {
  folder = temporaryFolder();
  killed = join(folder.path, 'killed');
  cpSync(asKilled, killed, { recursive: true });
});
afterEach(() => folder.remove());

const gateEvent = (command: string) =>
  ({ kind: 'gate-result', source: 'north', payload: { command, gate: 'north', result: 'opened', reason: null, employee: null } }) as const;

/** Expects that every id is known, or that the journal reports what is missing; and that it covers no earlier time. */
function expectNoneForgotten(): void {
  const journal = open(killed);
  try {
    const forgotten = actions.filter((id) => journal.loggedAction(id) === null);
    expect(journal.lost === null ? forgotten : []).toEqual([]);
    expect(journal.id).not.toBe(before);
    journal.begin('a press after it');
    journal.settle('a press after it', 'opened', gateEvent('b'));
  } finally {
    journal.close();
  }
}

const bytesOf = (name: string): Buffer => readFileSync(join(killed, name));

/** Overwrites some bytes at a fraction of the file's length. */
function scratch(name: string, part: number, length: number): void {
  const bytes = bytesOf(name);
  const from = Math.floor(bytes.length * part);
  bytes.fill(0xa5, from, from + length);
  writeFileSync(join(killed, name), bytes);
}

/** Writes the log's content into the database file, as an agent does on an orderly stop. */
function checkpoint(): void {
  const database = new DatabaseSync(join(killed, 'journal.db'));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const points = Array.from({ length: 20 }, (_, n) => n / 20);

describe('a journal that was not damaged', () => {
  it('knows every id after a kill, and covers no earlier time: it may be an older copy', () => {
    const journal = open(killed);
    expect(journal.id).not.toBe(before);
    expect(journal.lost).toBeNull();
    expect(actions.filter((id) => journal.loggedAction(id) === null)).toEqual([]);
    expect(journal.loggedAction(actions.at(-1)!)).toEqual({ result: null });
    journal.close();
  });
});

describe('a journal that was damaged after a kill forgets no id in silence', () => {
  it.each(points)('its write-ahead log, at %f of its length', (part) => {
    scratch('journal.db-wal', part, 16);
    expectNoneForgotten();
  });

  it.each(points)('its write-ahead log, cut at %f', (part) => {
    truncateSync(join(killed, 'journal.db-wal'), Math.floor(bytesOf('journal.db-wal').length * part));
    expectNoneForgotten();
  });

  it.each(points)('its file, at %f of its length', (part) => {
    checkpoint();
    scratch('journal.db', part, 16);
    expectNoneForgotten();
  });

  it.each(points)('a single byte of its file, at %f', (part) => {
    checkpoint();
    scratch('journal.db', part + 0.013, 1);
    expectNoneForgotten();
  });

  it('an id that reads otherwise, in a file that is sound', () => {
    checkpoint();
    const database = new DatabaseSync(join(killed, 'journal.db'));
    database.exec(`UPDATE action SET key = 'f' || substr(key, 2) WHERE n = 8`);
    database.close();
    const journal = open(killed);
    expect(journal.lost).not.toBeNull();
    journal.close();
  });

  it('an event that is missing between others, in a file that is sound', () => {
    checkpoint();
    const database = new DatabaseSync(join(killed, 'journal.db'));
    database.exec('DELETE FROM outbox WHERE seq = 8');
    database.close();
    const journal = open(killed);
    expect(journal.lost).toContain('damaged');
    journal.close();
  });

  it.each(['journal.db', 'journal.mark'])('without its %s', (name) => {
    rmSync(join(killed, name));
    expect(existsSync(join(killed, name))).toBe(false);
    const journal = open(killed);
    expect(journal.lost).not.toBeNull();
    journal.close();
  });

  it('an older copy of it, put back beside the marker of today', () => {
    checkpoint();
    const copy = bytesOf('journal.db');
    const journal = open(killed);
    journal.begin('after the copy');
    journal.close();
    writeFileSync(join(killed, 'journal.db'), copy);
    rmSync(join(killed, 'journal.db-wal'), { force: true });
    const back = open(killed);
    expect(back.lost).not.toBeNull();
    back.close();
  });

  it('an older copy of the whole folder, which fits together and lacks what came after', () => {
    const copy = join(folder.path, 'copy');
    cpSync(killed, copy, { recursive: true });
    const journal = open(killed);
    const [current, sent] = [journal.id, 'sent after the copy'];
    journal.begin(sent);
    journal.close();
    const back = open(copy);
    expect([back.lost, back.loggedAction(sent)]).toEqual([null, null]);
    expect(back.id).not.toBe(current);
    back.close();
  });
});

describe('a journal whose write-ahead log was damaged behind its last action', () => {
  let path: string;
  /** Bytes of the log up to the last action's result. */
  let upToAction: number;
  const log = (): string => join(path, 'journal.db-wal');
  const papers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  beforeEach(() => {
    const living = join(folder.path, 'living');
    path = join(folder.path, 'behind');
    const journal = open(living);
    journal.begin('press');
    journal.settle('press', { result: 'opened' });
    upToAction = statSync(join(living, 'journal.db-wal')).size;
    for (const job of papers) {
      const payload = { job, printer: 'desk', state: 'printed', reason: null } as const;
      journal.record({ kind: 'print-result', source: 'desk', payload });
    }
    journal.acknowledge(2);
    cpSync(living, path, { recursive: true });
    journal.close();
  });

  it('has every event if nothing was damaged', () => {
    const journal = open(path);
    expect([journal.lost, journal.outbox.after(0, 100).map(({ seq }) => seq)]).toEqual([null, [3, 4, 5, 6, 7, 8]]);
    journal.close();
  });

  it.each(points)('names the loss of events, at %f behind it', (part) => {
    const bytes = readFileSync(log());
    const from = upToAction + Math.floor((bytes.length - upToAction) * part);
    bytes.fill(0xa5, from, from + 64);
    writeFileSync(log(), bytes);
    const journal = open(path);
    expect(journal.lost).toBe('a part of its journal is missing');
    expect(journal.loggedAction('press')).toEqual({ result: { result: 'opened' } });
    journal.close();
    const next = open(path);
    expect(next.lost).toBeNull();
    next.close();
  });

  it('names the loss of the action that had just begun', () => {
    const living = join(folder.path, 'pressed');
    const journal = open(living);
    const upToPress = statSync(join(living, 'journal.db-wal')).size;
    journal.begin('press');
    cpSync(living, killed, { recursive: true, force: true });
    journal.close();
    truncateSync(join(killed, 'journal.db-wal'), upToPress);
    const again = open(killed);
    expect([again.lost, again.loggedAction('press')]).toEqual(['a part of its journal is missing', null]);
    again.close();
  });
});

describe('an event whose bytes were damaged in a file that is sound', () => {
  const resultOf = (seq: number) => ({ command: actions[seq - 1], result: 'opened' });
  const damagedAt = (seq: number, payload: unknown) => ({ seq, kind: 'events-damaged', source: 'agent', payload });
  const at = clock.now().toISOString();

  /** Changes one letter of the results of these events, as a damaged page does. */
  function damageResults(...seqs: number[]): void {
    checkpoint();
    const bytes = bytesOf('journal.db');
    for (const seq of seqs) {
      const event = bytes.indexOf(`{"command":"${actions[seq - 1]}"`);
      bytes.write('O', bytes.indexOf('"opened"', event) + 1);
    }
    writeFileSync(join(killed, 'journal.db'), bytes);
  }

  it('is not sent: its number is, with the times around it, and all others are', () => {
    damageResults(3, 8, 9);
    const journal = open(killed);
    expect([journal.lost, journal.damage]).toEqual([null, 'The disk damaged 3 events in the journal; check it']);
    const sent = journal.outbox.after(0, 100);
    expect(sent.map(({ seq }) => seq)).toEqual(Array.from({ length: 39 }, (_, n) => n + 1));
    expect(sent.filter(({ kind }) => kind === 'events-damaged')).toMatchObject([
      damagedAt(3, { count: 1, since: at, until: at }),
      damagedAt(8, { count: 2, since: at, until: at }),
      damagedAt(9, null),
    ]);
    for (const { seq, payload } of sent.filter(({ kind }) => kind === 'gate-result')) expect(payload).toMatchObject(resultOf(seq));
    expect(actions.filter((id) => journal.loggedAction(id) === null)).toEqual([]);
    const { usedBytes } = journal.outbox.space();
    journal.close();

    const again = open(killed);
    expect([again.outbox.damaged, again.outbox.space().usedBytes]).toEqual([[], usedBytes]);
    expect(again.outbox.after(7, 1)).toMatchObject([damagedAt(8, { count: 2, since: at, until: at })]);
    again.close();
  });

  it('is not sent if the disk rejects what replaces it', () => {
    damageResults(1, 2);
    const rejected = vi.spyOn(Outbox.prototype, 'replaceDamaged').mockImplementation(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    const journal = open(killed);
    rejected.mockRestore();
    const alone = [damagedAt(1, { count: 1, since: null, until: null }), damagedAt(2, { count: 1, since: null, until: at })];
    expect(journal.outbox.after(0, 2)).toMatchObject(alone);
    journal.close();
  });

  it('is sent as it is in a row of an earlier release, which has no checksum', () => {
    checkpoint();
    const database = new DatabaseSync(join(killed, 'journal.db'));
    database.exec('ALTER TABLE outbox DROP COLUMN sum; ALTER TABLE lane_usage DROP COLUMN sum');
    database.close();
    const journal = open(killed);
    journal.record(gateEvent('later'));
    journal.close();
    const again = open(killed);
    expect([again.lost, again.outbox.damaged, again.outbox.after(0, 100).length]).toEqual([null, [], 40]);
    expect(again.outbox.after(0, 1)[0]?.payload).toMatchObject(resultOf(1));
    again.close();
  });
});

describe('a wash of a lane whose bytes were damaged', () => {
  const washes = [1, 2].map((lane) => ({
    usageId: `0192f3a0-0000-7000-8000-00000000000${lane}`,
    code: `A${lane}-IL`,
    planName: 'Basic',
    productClass: null,
    terminal: null,
    employee: null,
    at: clock.now().toISOString(),
  }));

  it.each(["record = replace(record, 'A1-IL', 'A7-IL')", `record = '{"usageId":'`])('is not written: %s', (damage) => {
    const journal = open(killed);
    for (const [index, record] of washes.entries())
      journal.addUsage({ usage: { customer: 'cus_1', lane: index + 1, record }, event: gateEvent(record.usageId) });
    journal.close();
    const database = new DatabaseSync(join(killed, 'journal.db'));
    database.exec(`UPDATE lane_usage SET ${damage} WHERE lane = 1`);
    database.close();

    const again = open(killed);
    expect([again.lost, again.damage]).toEqual([null, 'The disk damaged 1 wash for Sitewatch in the journal; check it']);
    expect(again.laneUsages.nextUnwritten()).toEqual(washes[1]);
    again.usageWritten(washes[1]!.usageId);
    again.close();
    const next = open(killed);
    expect([next.damage, next.laneUsages.nextUnwritten()]).toEqual([null, null]);
    expect(next.laneUsages.find(washes[1]!.usageId)).not.toBeNull();
    next.close();
  });

  it('is intact if an earlier release, which knows no checksum, has written it to Sitewatch since', () => {
    const journal = open(killed);
    journal.addUsage({ usage: { customer: 'cus_1', lane: 1, record: washes[0]! }, event: gateEvent('wash') });
    journal.close();
    const database = new DatabaseSync(join(killed, 'journal.db'));
    database.exec('UPDATE lane_usage SET written = 1');
    database.close();
    const again = open(killed);
    expect([again.damage, again.laneUsages.nextUnwritten()]).toEqual([null, null]);
    expect(again.laneUsages.find(washes[0]!.usageId)).not.toBeNull();
    again.close();
  });
});

describe('a journal of an earlier release', () => {
  it('is read as it is, with a marker that does not count its changes', () => {
    checkpoint();
    const database = new DatabaseSync(join(killed, 'journal.db'));
    database.exec('DROP TABLE change_count');
    database.close();
    const [, text = ''] = bytesOf('journal.mark').toString('utf8').replace(/\0+$/, '').split('\n');
    const { changes: _none, ...marked } = JSON.parse(text) as Record<string, unknown>;
    const earlier = JSON.stringify(marked);
    const stored = Buffer.alloc(4_096);
    stored.write(`${createHash('sha256').update(earlier).digest('hex')}\n${earlier}`);
    writeFileSync(join(killed, 'journal.mark'), stored);

    for (const id of ['first start', 'second start']) {
      const journal = open(killed);
      expect([journal.lost, actions.filter((action) => journal.loggedAction(action) === null)]).toEqual([null, []]);
      journal.begin(id);
      journal.close();
    }
  });
});

describe.skipIf(!existsSync('/dev/full'))('a disk that rejects the marker', () => {
  it('stops no start and no action, and is reported', () => {
    const path = join(folder.path, 'readonly');
    open(path).close();
    rmSync(join(path, 'journal.mark'));
    symlinkSync('/dev/full', join(path, 'journal.mark'));
    const journal = open(path);
    expect(journal.diskProblem()).toEqual({
      sentence: expect.stringContaining('can’t be written'),
      cause: expect.stringContaining('ENOSPC'),
    });
    journal.begin('press');
    journal.settle('press', { result: 'opened' }, gateEvent('press'));
    journal.prune();
    expect(journal.loggedAction('press')).toEqual({ result: { result: 'opened' } });
    journal.close();
  });
});

describe('a log that grows', () => {
  afterEach(() => void vi.useRealTimers());

  it('is carried over whole and emptied: what is in the file is never in the log too', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const path = join(folder.path, 'growing');
    const journal = open(path);
    const sizes = () => ({ file: statSync(join(path, 'journal.db')).size, log: statSync(join(path, 'journal.db-wal')).size });
    vi.advanceTimersByTime(1_000);
    const first = sizes();
    const ids = Array.from({ length: 900 }, (_none, n) => `action-${n}`);
    for (const id of ids) {
      journal.begin(id);
      journal.settle(id, { result: 'opened' }, gateEvent(id));
    }
    expect(sizes().file).toBe(first.file);
    expect(sizes().log).toBeGreaterThan(4_200_000);
    vi.advanceTimersByTime(1_000);
    expect(sizes().file).toBeGreaterThan(first.file);
    expect(sizes().log).toBe(0);

    cpSync(path, join(folder.path, 'after'), { recursive: true });
    journal.close();
    const again = open(join(folder.path, 'after'));
    expect(again.lost).toBeNull();
    expect(ids.filter((id) => again.loggedAction(id) === null)).toEqual([]);
    again.close();
  });
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seenIdsRetentionMs } from '@washdesk/site-protocol/timing';
import type { EventDraft } from '../ports/commands.ts';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { Journal } from './journal.ts';
import { JournalInUse, JournalUnusable } from './open-database.ts';

const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };

let folder: TemporaryFolder;
let journal: Journal;

const open = (): Journal => new Journal({ folder: folder.path, site: 12, clock, cloudTime: () => Date.now(), log: noLog });

function reopen(): void {
  journal.close();
  journal = open();
}

const event = (job: string): EventDraft => ({
  kind: 'print-result',
  source: 'printer',
  payload: { job, printer: 'printer', state: 'printed', reason: null },
});

const numbers = (): number[] => journal.outbox.after(0, 1_000).map(({ seq }) => seq);

beforeEach(() => {
  folder = temporaryFolder();
  journal = open();
});

afterEach(() => {
  vi.useRealTimers();
  journal.close();
  folder.remove();
});

describe('outbox', () => {
  it('keeps events in their order over a restart, until they are acknowledged', () => {
    for (const job of ['a', 'b', 'c']) journal.record(event(job));
    reopen();
    expect(journal.outbox.after(1, 10)).toEqual([
      { v: 1, site: 12, journal: journal.outbox.journal, seq: 2, first: 1, at: '2026-11-21T12:00:00.000Z', ...event('b') },
      { v: 1, site: 12, journal: journal.outbox.journal, seq: 3, first: 1, at: '2026-11-21T12:00:00.000Z', ...event('c') },
    ]);
    journal.acknowledge(2);
    expect(numbers()).toEqual([3]);
  });

  it('never gives a number twice, not even when it was emptied and the agent restarted', () => {
    journal.record(event('a'));
    journal.record(event('b'));
    journal.acknowledge(2);
    reopen();
    journal.record(event('c'));
    expect(numbers()).toEqual([3]);
  });

  it('leaves no gap behind a write that failed', () => {
    journal.begin('key');
    journal.record(event('a'));
    const unwritable = { ...event('b'), source: null } as unknown as EventDraft;
    expect(() => journal.settle('key', 1, unwritable)).toThrow(/NOT NULL/);
    journal.record(event('c'));
    expect(numbers()).toEqual([1, 2]);
  });

  it('tells of each event once it is stored', () => {
    const stored: number[][] = [];
    journal.onEvent(() => stored.push(numbers()));
    journal.record(event('a'));
    journal.begin('key');
    journal.settle('key', 'done', event('b'));
    journal.settle('key', 'done');
    expect(stored).toEqual([[1], [1, 2]]);
  });
});

describe('logged actions', () => {
  it('remembers what was begun and what came of it', () => {
    expect(journal.loggedAction('key')).toBeNull();
    journal.begin('key');
    reopen();
    expect(journal.loggedAction('key')).toEqual({ result: null });
    journal.settle('key', { state: 'printed' });
    reopen();
    expect(journal.loggedAction('key')).toEqual({ result: { state: 'printed' } });
  });

  it('takes a key once', () => {
    journal.begin('key');
    expect(() => journal.begin('key')).toThrow(/already taken/);
    journal.undo('key');
    expect(journal.loggedAction('key')).toBeNull();
    journal.begin('key');
  });

  it('stores result and event together or not at all', () => {
    journal.begin('key');
    const unwritable = { ...event('a'), source: null } as unknown as EventDraft;
    expect(() => journal.settle('key', 'done', unwritable)).toThrow(/NOT NULL/);
    expect(journal.loggedAction('key')).toEqual({ result: null });
    expect(numbers()).toEqual([]);
  });

  it('forgets after a day', () => {
    vi.useFakeTimers({ now: Date.now() - seenIdsRetentionMs - 1_000, toFake: ['Date'] });
    journal.begin('old');
    vi.useRealTimers();
    journal.begin('young');
    reopen();
    expect(journal.loggedAction('old')).toBeNull();
    expect(journal.loggedAction('young')).not.toBeNull();
  });
});

describe('a note', () => {
  it('is stored with the events that it tells of, all or nothing', () => {
    expect(journal.note('reach')).toBeNull();
    let heard = 0;
    journal.onEvent(() => (heard += 1));
    journal.recordAll([event('a'), event('b')], { name: 'reach', value: '2' });
    expect(() => journal.recordAll([event('c'), { ...event('d'), kind: null } as never], { name: 'reach', value: '4' })).toThrow();
    reopen();
    expect(journal.note('reach')).toBe('2');
    expect(numbers()).toEqual([1, 2]);
    expect(heard).toBe(1);
  });
});

it('usages of lanes keep their order over a restart, whatever their ids', () => {
  for (const usageId of ['f47ac10b-58cc-4372-a567-0e02b2c3d479', '0190a1b2-0000-7000-8000-000000000001']) {
    const record = {
      usageId,
      code: 'A1-IL',
      planName: '',
      productClass: null,
      terminal: null,
      employee: null,
      at: clock.now().toISOString(),
    };
    journal.addUsage({ usage: { customer: 'cus_1', lane: 1, record }, event: event(usageId) });
  }
  journal.close();
  journal = open();
  expect(journal.laneUsages.nextUnwritten()?.usageId).toBe('f47ac10b-58cc-4372-a567-0e02b2c3d479');
});

it('a usage of a lane ends with its redeem window, also if the clock is set back an hour meanwhile', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const usageId = '0190a1b2-0000-7000-8000-000000000001';
  const at = clock.now().toISOString();
  const record = { usageId, code: 'A1-IL', planName: '', productClass: null, terminal: null, employee: null, at };
  journal.addUsage({ usage: { customer: 'cus_1', lane: 1, record }, event: event(usageId) });
  const hourBefore = new Date(clock.now().getTime() - 3_600_000);
  const latest = (now: Date) => journal.laneUsages.latestOf('cus_1', now, 300_000);
  vi.advanceTimersByTime(299_000);
  expect(latest(hourBefore)).toMatchObject({ usage: { lane: 1 }, agoMs: 299_000 });
  vi.advanceTimersByTime(1_000);
  expect([latest(hourBefore), latest(clock.now()), latest(new Date(clock.now().getTime() + 3_600_000))]).toEqual([null, null, null]);
  expect(journal.laneUsages.latestOf('cus_2', clock.now(), 300_000)).toBeNull();
});

describe('the file', () => {
  it('is one agent’s alone', () => {
    expect(open).toThrow(JournalInUse);
  });

  it('names the setting in one line where its folder cannot be written', () => {
    writeFileSync(join(folder.path, 'a file'), '');
    const inFile = join(folder.path, 'a file', 'journal');
    const openThere = (): Journal => new Journal({ folder: inFile, site: 12, clock, cloudTime: () => null, log: noLog });
    expect(openThere).toThrow(JournalUnusable);
    expect(openThere).toThrow(/^Folder of the setting 'journal' \(.*\) is not writable: [^\n]+$/);
  });

  it.each([
    ['is no database', 'this is no database, but long enough to look at it as one '.repeat(200)],
    ['has a good head and a broken body', null],
  ])('is moved aside with a loud word when it %s', (_name, content) => {
    for (let n = 0; n < 200; n += 1) journal.record(event(`job ${n}`));
    const before = journal.outbox.journal;
    journal.close();
    damage(join(folder.path, 'journal.db'), content);

    const error = vi.spyOn(noLog, 'error');
    journal = open();
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ aside: expect.stringContaining('damaged') }),
      expect.stringContaining('lost'),
    );
    error.mockRestore();

    expect(readdirSync(folder.path).some((name) => name.includes('damaged'))).toBe(true);
    expect(journal.outbox.journal).not.toBe(before);
    journal.record(event('first of the new journal'));
    expect(numbers()).toEqual([1]);
  });
});

/** @param content null: keeps the header and overwrites every page after it */
function damage(file: string, content: string | null): void {
  if (content !== null) return writeFileSync(file, content);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4_096);
  writeFileSync(file, bytes);
}

import type { RosterEntry, RosterPage } from '@washdesk/site-protocol/roster';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noLog, temporaryFolder, type TemporaryFolder } from '../test-support.ts';
import { Journal } from './journal.ts';

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
  it('stands at 0 before the first snapshot', () => {
    expect(journal.roster.seq).toBe(0);
    expect(journal.roster.find('ABC1234-IL')).toBeNull();
  });

  it('takes a snapshot of several pages, then changes and removals, over a restart', () => {
    const first = entry(1, 'ABC1234-IL');
    journal.roster.apply([page([first], { full: true, more: true }), page([entry(2, '12345+123456')])]);
    journal.roster.apply([page([entry(3, 'ABC1234-IL', { status: 'past_due' }), entry(4, '12345+123456', { removed: true })])]);
    journal.close();
    journal = open();
    expect(journal.roster.seq).toBe(4);
    expect(journal.roster.find('ABC1234-IL')).toEqual({ ...first, seq: 3, status: 'past_due' });
    expect(journal.roster.find('12345+123456')).toBeNull();
  });

  it('drops what a new snapshot does not name', () => {
    journal.roster.apply([page([entry(1, 'OLD1-IL'), entry(2, 'KEPT1-IL')], { full: true })]);
    journal.roster.apply([page([entry(1, 'KEPT1-IL')], { full: true })]);
    expect(journal.roster.find('OLD1-IL')).toBeNull();
    expect(journal.roster.find('KEPT1-IL')).not.toBeNull();
    expect(journal.roster.seq).toBe(1);
  });

  it('keeps what it had when a pull cannot be stored', () => {
    journal.roster.apply([page([entry(1, 'ABC1234-IL')], { full: true })]);
    const broken = entry(2, null as unknown as string);
    expect(() => journal.roster.apply([page([entry(2, 'NEW1-IL')], { full: true, more: true }), page([broken])])).toThrow(/NOT NULL/);
    expect(journal.roster.seq).toBe(1);
    expect(journal.roster.find('ABC1234-IL')).not.toBeNull();
    expect(journal.roster.find('NEW1-IL')).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DurableEventKind } from '@washdesk/site-protocol/events';
import type { EventDraft } from '../ports/commands.ts';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { Journal } from './journal.ts';
import { JournalFull } from './outbox.ts';

const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };
const maxBytes = 1_000_000;
const note = { name: 'sales', value: '1' };
const sale = { kind: 'sale', source: 'sitewatch', payload: {} } as unknown as EventDraft;

let folder: TemporaryFolder;
let journal: Journal;

const opened = (path = folder.path): Journal =>
  new Journal({ folder: path, maxBytes, site: 12, clock, cloudTime: () => Date.now(), log: noLog });

beforeEach(() => {
  folder = temporaryFolder();
  journal = opened();
});
afterEach(() => {
  journal.close();
  folder.remove();
});

const gateResult = (n: number): EventDraft => ({
  kind: 'gate-result',
  source: 'north',
  payload: { command: `command-${n}`, gate: 'north', result: 'opened', reason: 'x'.repeat(400), employee: null },
});
const papers = (n: number): EventDraft => ({
  kind: 'print-result',
  source: 'desk',
  payload: { job: `job-${n}`, printer: 'desk', state: 'printed', reason: 'x'.repeat(400) },
});

const stored = () => journal.outbox.after(0, 10_000);
const countOf = (kind: DurableEventKind): number => stored().filter((event) => event.kind === kind).length;

/** Records lots of 100 until the journal has used this share of its limit. */
function fill(share: number, event: (n: number) => EventDraft): void {
  while (journal.outbox.space().usedBytes < maxBytes * share) journal.recordAll(lot(event), note);
}

const lot = (event: (n: number) => EventDraft): EventDraft[] => Array.from({ length: 100 }, (_, n) => event(n));

describe('a journal that may grow no further', () => {
  it('drops the oldest papers first, then the oldest gate results, and counts each', () => {
    fill(0.3, gateResult);
    fill(0.88, papers);
    journal.recordAll(lot(gateResult), note);
    expect(countOf('gate-result')).toBeGreaterThan(500);
    expect(journal.outbox.space().usedBytes).toBeLessThan(maxBytes * 0.8);
    const [first] = stored().filter(({ kind }) => kind === 'events-dropped');
    expect(first?.payload).toEqual({
      kind: 'print-result',
      count: 500,
      since: clock.now().toISOString(),
      until: clock.now().toISOString(),
    });

    for (let n = 0; n < 20; n += 1) journal.recordAll(lot(gateResult), note);
    expect(journal.outbox.space().usedBytes).toBeLessThan(maxBytes);
    expect(countOf('print-result')).toBe(0);
    const counts = stored().flatMap(({ kind, payload }) =>
      kind === 'events-dropped' && payload !== null ? [payload as { count: number }] : [],
    );
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(countOf('events-dropped'));
    expect(stored().at(-1)).toMatchObject({ kind: 'gate-result', payload: { command: 'command-99' } });
  });

  it('leaves no gap in the numbers, also over a restart', () => {
    for (let n = 0; n < 30; n += 1) journal.recordAll(lot(gateResult), note);
    journal.close();
    journal = opened();
    expect(stored().map(({ seq }) => seq)).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1));
    expect(countOf('events-dropped')).toBeGreaterThan(0);
  });

  it('lets sales wait in Sitewatch, and takes them once the cloud has acknowledged events', () => {
    fill(0.85, papers);
    expect(() => journal.recordAll([sale], note)).toThrow(JournalFull);
    expect(countOf('sale')).toBe(0);
    journal.acknowledge(500);
    journal.recordAll([sale], note);
    expect(countOf('sale')).toBe(1);
  });

  it('knows its bytes after acknowledgments, failures and a restart', () => {
    fill(0.2, papers);
    const { usedBytes } = journal.outbox.space();
    const unwritable = { ...papers(1), source: null } as unknown as EventDraft;
    expect(() => journal.record(unwritable)).toThrow(/NOT NULL/);
    expect(journal.outbox.space().usedBytes).toBe(usedBytes);
    journal.close();
    journal = opened();
    expect(journal.outbox.space().usedBytes).toBe(usedBytes);
    journal.acknowledge(stored().length);
    expect(journal.outbox.space()).toMatchObject({ usedBytes: 0, hoursLeft: null });
  });
});

describe('a copy of the journal', () => {
  it('is whole although events are added meanwhile, and serves on another computer', async () => {
    journal.begin('opened once');
    journal.settle('opened once', 'opened');
    for (let n = 1; n <= 100; n += 1) journal.record(papers(n));
    const elsewhere = temporaryFolder();
    try {
      const copying = journal.copyTo(`${elsewhere.path}/journal.db`);
      journal.record(papers(101));
      await copying;
      const copy = opened(elsewhere.path);
      expect(copy.outbox.after(0, 1_000).length).toBeGreaterThanOrEqual(100);
      expect(copy.loggedAction('opened once')).toEqual({ result: 'opened' });
      // an older copy: ids that it does not contain may have been executed
      expect(copy.lost).toBe('the journal’s marker is missing');
      expect(copy.id).not.toBe(journal.id);
      copy.close();
    } finally {
      elsewhere.remove();
    }
  });
});

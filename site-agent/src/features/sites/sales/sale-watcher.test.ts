import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../../../journal/journal.ts';
import { PosRefused, PosUnavailable } from '../../../ports/pos-database.ts';
import type { PosRestores } from '../../../ports/pos-restores.ts';
import type { PosSales, RegisterSale, SalesCursor } from '../../../ports/pos-sales.ts';
import { eventually, noLog, temporaryFolder, type TemporaryFolder } from '../../../testing/support.ts';
import { SaleWatcher } from './sale-watcher.ts';

const sale = (saleId: number): RegisterSale => ({
  saleId,
  created: '2026-11-21 09:30:00',
  terminal: 'Washcashier1',
  employee: 3242,
  customer: 50,
  code: 'ABC1234-IL',
  planName: null,
  total: 1915,
  tax: 115,
  status: 0,
});

/** Sales whose object id is their number, one per batch. */
class TestTill implements PosSales, PosRestores {
  lastWrite: string | null = null;
  writes: string[] = [];
  sold: number[] = [];
  failure: Error | null = null;
  asked: (SalesCursor | null)[] = [];

  takeSales(...[cursor, store]: Parameters<PosSales['takeSales']>): Promise<boolean> {
    this.asked.push(cursor);
    if (this.failure) return Promise.reject(this.failure);
    const next = this.sold.find((saleId) => saleId > (cursor?.upTo ?? 0));
    if (next === undefined) return Promise.resolve(false);
    store({ sales: [sale(next)], cursor: { upTo: next, near: [next] } });
    return Promise.resolve(true);
  }

  hasWrite(id: string): Promise<boolean> {
    return Promise.resolve(this.writes.includes(id));
  }

  newestWriteAt(): Promise<string | null> {
    return Promise.resolve(this.writes.length > 0 ? '2026-11-20 21:00:00' : null);
  }

  lastSaleBefore(): Promise<number> {
    return Promise.resolve(1);
  }

  /** Washdesk writes once more, and Sitewatch confirms it. */
  wrote(id: string): void {
    this.lastWrite = id;
    this.writes.push(id);
  }
}

let folder: TemporaryFolder;
let journal: Journal;
let till: TestTill;
let watcher: SaleWatcher;

function watch(log: Logger = noLog): void {
  watcher = new SaleWatcher({ sales: till, journal, everyMs: 10, log });
  watcher.start();
}

beforeEach(() => {
  folder = temporaryFolder();
  journal = new Journal({ folder: folder.path, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });
  till = new TestTill();
});

afterEach(async () => {
  await watcher.stop();
  journal.close();
  folder.remove();
});

const told = (): unknown[] => journal.outbox.after(0, 100).map(({ kind, source, payload }) => ({ kind, source, payload }));
const saleEvents = (...saleIds: number[]): unknown[] =>
  saleIds.map((saleId) => ({ kind: 'sale', source: 'sitewatch', payload: sale(saleId) }));

describe('the sale watcher', () => {
  it('puts all that waits into the journal, and what comes later', async () => {
    till.sold = [1, 2, 3];
    watch();
    await eventually(() => told().length === 3);
    till.sold.push(4);
    await eventually(() => told().length === 4);
    expect(told()).toEqual(saleEvents(1, 2, 3, 4));
  });

  it('continues after a restart where it stopped', async () => {
    till.sold = [1, 2];
    watch();
    await eventually(() => told().length === 2);
    await watcher.stop();
    till.sold.push(3);
    till.asked = [];
    watch();
    await eventually(() => told().length === 3);
    expect(till.asked[0]).toEqual({ upTo: 2, near: [2] });
    expect(told()).toEqual(saleEvents(1, 2, 3));
  });

  it('continues by itself when the till is back', async () => {
    till.failure = new PosUnavailable('away');
    watch();
    await eventually(() => till.asked.length > 2);
    till.sold = [1];
    till.failure = null;
    await eventually(() => told().length > 0);
    expect(told()).toEqual(saleEvents(1));
  });

  it('tells the log of a trouble that does not pass, once', async () => {
    const lines: string[] = [];
    till.failure = new PosRefused('no such table');
    watch(pino({ level: 'error' }, { write: (line: string) => lines.push(line) }));
    await eventually(() => till.asked.length > 3);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('no such table');
  });

  it('tells the cloud that Sitewatch was restored, once, and reads sales again that have numbers of lost ones', async () => {
    till.wrote('in the backup');
    till.wrote('of today');
    till.sold = [1, 2];
    watch();
    await eventually(() => told().length === 2 && journal.note('sitewatch-write') === 'of today');
    await watcher.stop();

    till.writes = ['in the backup'];
    watch();
    await eventually(() => told().length === 4);
    const restored = { kind: 'sitewatch-restored', source: 'sitewatch', payload: { until: '2026-11-20 21:00:00' } };
    expect(told()).toEqual([...saleEvents(1, 2), restored, ...saleEvents(2)]);
    await watcher.stop();
    watch();
    await eventually(() => till.asked.length > 6);
    expect(told()).toHaveLength(4);
  });

  it('takes nothing more once it was stopped', async () => {
    watch();
    await eventually(() => till.asked.length > 0);
    await watcher.stop();
    const asked = till.asked.length;
    till.sold = [1];
    watcher.start();
    await watcher.stop();
    expect(till.asked).toHaveLength(asked);
    expect(told()).toEqual([]);
  });
});

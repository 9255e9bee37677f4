import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { PosTimedOut, PosUnavailable, type PosDatabase } from '@washdesk/site-agent/ports/pos-database';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';
import { adapters, SuiteSite } from './pos-site.ts';
import { until } from './until.ts';

function usage(change: Partial<UsageRecord> = {}): UsageRecord {
  return {
    usageId: randomUUID(),
    code: 'ABC1234-IL',
    planName: 'Super Kiss',
    productClass: 'Super Kiss',
    terminal: 'Washcashier1',
    employee: 3242,
    at: '2026-11-21T18:30:15.250Z',
    ...change,
  };
}

describe.each(adapters)('point of sale: $name', (adapter) => {
  const suite = new SuiteSite(adapter);

  const away = (database: PosDatabase): Promise<unknown> => until('it is offline', () => database.health().status === 'offline');
  const back = (database: PosDatabase): Promise<unknown> => until('it is ready', () => database.health().status === 'ready');

  it('records a usage, and answers its repeat with what was written then', async () => {
    const database = await suite.ready();
    const wash = usage();
    const { saleId } = await database.recordUsage(wash, abortOnHang());
    expect(await database.recordUsage(wash, abortOnHang())).toEqual({ saleId, repeated: true });
    expect(await suite.site.salesOf(wash.usageId)).toEqual([saleId]);
  });

  it('records once when one id comes many times at once', async () => {
    const database = await suite.ready();
    const wash = usage();
    const answers = await Promise.all(Array.from({ length: 8 }, () => database.recordUsage(wash, abortOnHang())));
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await suite.site.salesOf(wash.usageId)).toEqual([answers[0]?.saleId]);
    expect(new Set(answers.map(({ saleId }) => saleId)).size).toBe(1);
  });

  it('records a customer, plan, terminal and employee that this site does not know', async () => {
    const database = await suite.ready();
    const wash = usage({ code: 'NOBODY1-IN', planName: 'STR UNHEARD OF', terminal: 'Elsewhere', employee: 999 });
    const { saleId } = await database.recordUsage(wash, abortOnHang());
    expect(await suite.site.salesOf(wash.usageId)).toEqual([saleId]);
  });

  it('fails at once while the server is unavailable, and comes back by itself', async () => {
    const database = await suite.ready();
    await suite.site.kill();
    await expect(database.employee(3242, abortOnHang())).rejects.toThrow(PosUnavailable);
    await away(database);

    const began = performance.now();
    await expect(database.employee(3242, abortOnHang())).rejects.toThrow(PosUnavailable);
    expect(performance.now() - began).toBeLessThan(250);

    await suite.site.restart();
    await back(database);
    expect(await database.recordUsage(usage(), abortOnHang())).toMatchObject({ repeated: false });
  });

  it('ends soon after its deadline when the server hangs, and comes back by itself', async () => {
    const database = await suite.ready();
    suite.site.suspend();
    try {
      const began = performance.now();
      // More than any pool has connections: none may be lost permanently.
      const calls = Array.from({ length: 8 }, () => database.employee(3242, AbortSignal.timeout(500)));
      for (const call of calls) await expect(call).rejects.toThrow(/Sitewatch/);
      expect(performance.now() - began).toBeLessThan(3_000);
      await away(database);
    } finally {
      suite.site.resume();
    }
    await back(database);
    const answers = await Promise.all(Array.from({ length: 8 }, () => database.employee(3242, abortOnHang())));
    expect(answers).not.toContain(null);
  });

  it('writes each usage once, whenever the server is killed, when every call is repeated until it is answered', async () => {
    const database = await suite.ready();
    const washes: UsageRecord[] = [];
    const closing = new AbortController();
    const till = async (): Promise<void> => {
      while (!closing.signal.aborted) {
        const wash = usage();
        washes.push(wash);
        await recordForSure(database, wash);
      }
    };
    const tills = Promise.all([till(), till(), till(), till()]);

    for (const _kill of [1, 2, 3]) {
      const soFar = washes.length;
      await until('more usages are under way', () => washes.length > soFar + 8);
      await suite.site.kill();
      await suite.site.restart();
      await back(database);
    }
    closing.abort();
    await tills;
    for (const wash of washes) expect(await suite.site.salesOf(wash.usageId)).toHaveLength(1);
  });

  it('needs no server to start', async () => {
    const database = suite.begin(suite.site.openNowhere());
    await away(database);
    await expect(database.employees(abortOnHang())).rejects.toThrow(PosUnavailable);
  });
});

/** Retries a call as the port allows: after both transient errors, with the same id. */
async function recordForSure(database: PosDatabase, wash: UsageRecord): Promise<void> {
  const deadline = performance.now() + 25_000;
  for (;;) {
    try {
      await database.recordUsage(wash, abortOnHang());
      return;
    } catch (error) {
      const passing = error instanceof PosUnavailable || error instanceof PosTimedOut;
      if (!passing || performance.now() > deadline) throw error;
      await sleep(20);
    }
  }
}

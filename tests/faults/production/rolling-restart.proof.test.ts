import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sizeOf } from '@washdesk/test-support/sizes';
import { isReady, startProduction, type Production } from './production-environment.ts';
import { startSteadyRedeems, type RedeemOutcome } from './steady-redeems.ts';

const { perSecond } = sizeOf('rollingRestart');
const failoverMs = 10_000;
const members = 20_000;
/** Undisturbed redeems before and after each fault. */
const quietMs = 2_000;
let production: Production;

beforeAll(async () => {
  production = await startProduction();
  await sql`insert into roster_entry (code, seq, customer, name, subscription, plan_name, product_class, status, period_end, good_until,
      price_increase, groups, removed)
    select 'PLATE' || n || '-IL', n, 'cus_' || n, 'Moore, Ada', 'sub_' || n, 'Super Kiss', 'Super Kiss', 'active', now() + interval '20 days',
      now() + interval '27 days', false, '{Active Unlimited Plans}', false
    from generate_series(1, ${members}) n`.execute(production.database.db);
});
afterAll(() => production.stop());

let used = 0;

/** Redeems during `faults`. Each member redeems once in this file. */
async function redeemDuring(faults: () => Promise<void>): Promise<RedeemOutcome[]> {
  const cashiers = await Promise.all(Array.from({ length: 8 }, () => production.cashier()));
  const plates = Array.from({ length: members - used }, (_, index) => `PLATE${used + index + 1}-IL`);
  const redeems = startSteadyRedeems({ ...production, cashiers, perSecond, plates });
  await pause(quietMs);
  await faults();
  await pause(quietMs);
  const outcomes = await redeems.stop();
  used += outcomes.length;
  return outcomes;
}

/** Each redeem recorded one usage, and one job that writes it to Sitewatch. */
async function expectOnce(outcomes: readonly RedeemOutcome[]): Promise<void> {
  expect(outcomes.filter(({ usageId, error }) => usageId === null || error !== undefined)).toEqual([]);
  const codes = outcomes.map(({ plate }) => plate);
  const { rows } = await sql<{ id: string; jobs: number }>`select usage.id, count(job.id)::int as jobs from usage
    left join job on job.key = usage.id::text and job.what = 'sitewatch.record-usage'
    where code = any(${codes}) group by usage.id`.execute(production.database.db);
  expect(rows.filter(({ jobs }) => jobs !== 1)).toEqual([]);
  expect(rows).toHaveLength(outcomes.length);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(outcomes.map(({ usageId }) => usageId)));
}

const retries = (outcomes: readonly RedeemOutcome[]) =>
  Object.groupBy(
    outcomes.flatMap(({ retried }) => retried),
    (reason) => reason,
  );

function report(what: string, outcomes: readonly RedeemOutcome[]): void {
  const counted = Object.entries(retries(outcomes)).map(([reason, of]) => `${of?.length} × ${reason}`);
  console.log(`${what}: ${outcomes.length} redeems at ${perSecond}/s; retried: ${counted.join(', ') || 'none'}`);
}

describe('two instances of cloud-api behind HAProxy', () => {
  it('are restarted in turn: every redeem succeeds at its first try, and is recorded once', async () => {
    const outcomes = await redeemDuring(async () => {
      for (const cloud of production.clouds) {
        await cloud.restart();
        await isReady(cloud);
        // the proxy's check notices
        await pause(quietMs);
      }
    });
    report('Restart', outcomes);
    expect(outcomes.filter(({ retried }) => retried.length > 0)).toEqual([]);
    await expectOnce(outcomes);
  });

  it(`lose the database for ${failoverMs} ms: every redeem succeeds under its key, and is recorded once`, async () => {
    const outcomes = await redeemDuring(async () => {
      await production.database.failOver(failoverMs);
      await Promise.all(production.clouds.map(isReady));
    });
    report('Failover', outcomes);
    // otherwise the database was never away
    expect(retries(outcomes)['503']?.length).toBeGreaterThan(0);
    await expectOnce(outcomes);
  });
});

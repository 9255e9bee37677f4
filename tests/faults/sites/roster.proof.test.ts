import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '@washdesk/cloud-api/db/pool';
import { rosterNumber } from '@washdesk/cloud-api/mirror/projection/roster.store';
import { Roster } from '@washdesk/site-agent/journal/roster';
import { memoryOf } from '@washdesk/test-support/process-memory';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { washMembers } from '../../workbench/wash-members.ts';
import type { BrokerRecorder } from './broker-recorder.ts';
import { changePlate } from './lane-roster.ts';
import { startRecordedCompany, type RecordedCompany } from './recorded-company.ts';

const [joliet, merrillville] = [12, 27];
const size = sizeOf('roster');

let company: RecordedCompany;
let workbench: Workbench;
let pool: Pool;
let line: BrokerRecorder;

beforeAll(async () => {
  company = await startRecordedCompany('roster');
  ({ workbench, pool, line } = company);
  await Promise.all([joliet, merrillville].map((site) => workbench.service(`agent-${site}`).stop()));
  // a plate and a tag for each member
  await pool.raw.query(
    `insert into roster_entry (code, seq, customer, name, subscription, plan_name, product_class, status, period_end, good_until, price_increase, groups, removed)
    select case when n % 2 = 0 then 'M' || n || '-IL' else 10000 + n % 90000 || '+' || n end, top.seq + n, 'cus_Roster' || n / 2, 'Member ' || n / 2,
      'sub_Roster' || n / 2, 'Super Kiss Plus', 'Super Kiss Plus', 'active', now() + interval '20 days', now() + interval '27 days', false,
      array['Active Unlimited PLUS members'], false
    from generate_series(1, $1::integer) n, (select max(seq) as seq from roster_entry) top`,
    [size.members * 2],
  );
  await pool.raw.query('analyze roster_entry');
});

afterAll(() => company.stop());

async function standsAt(site: number, seq: number): Promise<void> {
  await until(`the roster of site ${site} stands at ${seq}`, () => (line.roster(site) >= seq ? true : null), 120_000);
}

/** Returns the memory of a site's agent in MB, now and at its peak. */
function megabytesOf(site: number): { now: number; most: number } {
  const { now, most } = memoryOf(workbench.service(`agent-${site}`).pid!);
  return { now: Math.round(now / 1_024 ** 2), most: Math.round(most / 1_024 ** 2) };
}

const rosterFolder = (site: number): string => path.join(workbench.folder, `agent-${site}`, 'journal');

async function forgetRoster(site: number): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(path.join(rosterFolder(site), `roster.db${suffix}`), { force: true });
}

describe(`the roster of ${size.members} members`, () => {
  it('reaches a new lane in time, and the agent stays small', async () => {
    const agent = workbench.service(`agent-${joliet}`);
    await forgetRoster(joliet);
    const began = performance.now();
    await agent.start();
    await standsAt(joliet, await rosterNumber(pool.db));
    const took = performance.now() - began;
    const { most } = megabytesOf(joliet);
    console.log(`first sync in ${(took / 1_000).toFixed(1)} s, the agent had ${most} MB at most`);
    expect(most).toBeLessThan(size.megabytes);
    expect(took).toBeLessThan(size.syncMs);
  });

  it('goes on where it stopped when the agent is killed in the middle, and is proven in the end', async () => {
    const agent = workbench.service(`agent-${merrillville}`);
    await forgetRoster(merrillville);
    let reached = 0;
    for (let kill = 0; kill < size.kills; kill += 1) {
      await agent.start();
      await sleep(500 + ((seed * (kill + 1)) % 1_500));
      await agent.kill();
      const { fetchFrom } = onDisk(merrillville, (roster) => ({ fetchFrom: roster.fetchFrom }));
      expect(fetchFrom).toBeGreaterThanOrEqual(reached);
      reached = fetchFrom;
    }
    await agent.start();
    await standsAt(merrillville, await rosterNumber(pool.db));
    await agent.stop();
    expect(onDisk(merrillville, (roster) => roster.confirmed)).not.toBeNull();
    await agent.start();
  });

  it('has a change at every lane in time', async () => {
    const members = washMembers(workbench.company);
    const times: number[] = [];
    for (let change = 0; change < size.changes; change += 1) {
      const began = performance.now();
      const seq = await changePlate(pool, members[change]!.id, `NEW${change}-IL`);
      await Promise.all([joliet, merrillville].map((site) => standsAt(site, seq)));
      times.push(performance.now() - began);
    }
    const slowest = Math.max(...times);
    console.log(`${times.length} changes at both lanes in ${slowest.toFixed(0)} ms at most`);
    for (const site of [joliet, merrillville]) {
      const { now, most } = megabytesOf(site);
      console.log(`the agent of site ${site} has ${now} MB, and had ${most} MB at most`);
      expect(most).toBeLessThan(size.megabytes);
    }
    expect(slowest).toBeLessThan(size.changeMs);
  });

  it('is looked up in time', async () => {
    await workbench.service(`agent-${joliet}`).stop();
    const times = onDisk(joliet, (roster) =>
      Array.from({ length: size.lookups }, (_, index) => {
        const n = ((seed + index * 7_919) % size.members) * 2;
        const began = performance.now();
        const found = roster.find(`M${n}-IL`);
        const took = performance.now() - began;
        expect(found === null).toBe(n === 0);
        return took;
      }),
    );
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
    console.log(`look-up p99 ${(p99 * 1_000).toFixed(0)} µs`);
    expect(p99).toBeLessThan(size.lookupMs);
  });
});

/** Reads a site's roster as its agent does; the agent must not run. */
function onDisk<T>(site: number, read: (roster: Roster) => T): T {
  const roster = new Roster(rosterFolder(site), { now: () => new Date() }, pino({ level: 'silent' }));
  try {
    return read(roster);
  } finally {
    roster.close();
  }
}

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '@washdesk/cloud-api/db/pool';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { readClock, writeClock } from '@washdesk/workbench/company-time';
import type { Workbench } from '@washdesk/workbench/workbench';
import { withGateSettings, withOpenLane } from '../../workbench/gate-settings.ts';
import { querySitewatch, sitewatchOf } from '../../workbench/sitewatch.ts';
import type { BrokerRecorder } from './broker-recorder.ts';
import { LaneCars } from './lane-cars.ts';
import { startRecordedCompany, type RecordedCompany } from './recorded-company.ts';

const site = 12;
const size = sizeOf('lanes');
const hourMs = 3_600_000;

/** The full size takes half an hour: the cars drive up one after the other. */
const longMs = scaledTimeout(hourMs);

let company: RecordedCompany;
let workbench: Workbench;
let pool: Pool;
let line: BrokerRecorder;
let cars: LaneCars;

const withBriskGates = withGateSettings({ cooldownMs: 0, maxPerHour: 10_000, pulseMs: 100 });

beforeAll(async () => {
  company = await startRecordedCompany('lanes', { agent: (config) => withOpenLane(withBriskGates(config)) });
  ({ workbench, pool, line } = company);
  cars = await LaneCars.open(workbench, site);
});
afterAll(() => company.stop());

const tagOf = (n: number): string => `${50_000 + Math.floor(n / 1_000_000)}+${String(n % 1_000_000).padStart(6, '0')}`;

/** Adds members with a tag each, and waits until the lane has them. @param goodHours how long each is still admitted */
async function addMembers(from: number, many: number, { status = 'active', goodHours = 240 } = {}): Promise<string[]> {
  const tags = Array.from({ length: many }, (_, index) => tagOf(from + index));
  await pool.raw.query(
    `insert into roster_entry (code, seq, customer, subscription, plan_name, product_class, status, period_end, good_until, price_increase, groups, removed)
    select code, top.seq + n, 'cus_Lane' || code, 'sub_Lane' || code, 'Super Kiss', 'Super Kiss', $2, now(), now() + make_interval(hours => $3), false, '{}', false
    from unnest($1::text[]) with ordinality tag (code, n), (select max(seq) as seq from roster_entry) top`,
    [tags, status, goodHours],
  );
  const { rows } = await pool.raw.query<{ seq: number }>(
    `select max(seq) as seq, pg_notify('washdesk_roster', max(seq)::text) from roster_entry`,
  );
  await until('the lane has the members', () => (line.roster(site) >= rows[0]!.seq ? true : null));
  return tags;
}

/** Returns the washes of these tags in Sitewatch, by tag. */
async function inSitewatch(tags: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await querySitewatch<{ code: string; reference: string }>(
    sitewatchOf(workbench, site),
    `select s.code, t.reference from sale s join tender t on t.sale = s.objid where t.tendertype = 'WASHDESK' and s.code starting with '5'`,
  );
  const wanted = new Set(tags);
  const washes = rows.map(({ code, reference }) => ({ code: code.trim(), id: reference.trim() })).filter(({ code }) => wanted.has(code));
  return new Map([...Map.groupBy(washes, ({ code }) => code)].map(([code, found]) => [code, found.map(({ id }) => id)]));
}

async function inCloud(tags: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await pool.raw.query<{ code: string; ids: string[] }>(
    `select code, array_agg(id::text) as ids from usage where code = any($1) group by code`,
    [tags],
  );
  return new Map(rows.map(({ code, ids }) => [code, ids]));
}

/** Lets cars drive up until Sitewatch has a wash of each; one that was not let in comes again. */
async function driveUntilWashed(
  tags: readonly string[],
  meanwhile: (done: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let round = 0; ; round += 1) {
    const washed = await inSitewatch(tags);
    const waiting = tags.filter((tag) => !washed.has(tag));
    if (waiting.length === 0) return;
    if (round > 40) throw new Error(`${waiting.length} cars were never let in, the first ${waiting[0]}`);
    await cars.drive(waiting, (done) => meanwhile(washed.size + done));
  }
}

/** Expects one wash of each tag, in Sitewatch and in the cloud under the same id. */
async function expectOnce(tags: readonly string[]): Promise<void> {
  const site12 = await inSitewatch(tags);
  await until('the cloud has every wash', async () => ((await inCloud(tags)).size >= tags.length ? true : null), 120_000);
  const cloud = await inCloud(tags);
  expect([...site12.values()].filter((ids) => ids.length !== 1)).toEqual([]);
  expect([...cloud.values()].filter((ids) => ids.length !== 1)).toEqual([]);
  expect(Object.fromEntries(cloud)).toEqual(Object.fromEntries(site12));
  expect(await withoutOpening(tags)).toEqual([]);
}

/** Returns the washes in the cloud for whose members it has no opening of a lane. */
async function withoutOpening(tags: readonly string[]): Promise<string[]> {
  const { rows } = await pool.raw.query<{ code: string }>(
    `select code from usage where code = any($1)
      and not exists (select from gate_command g where g.customer = usage.customer and g.principal like 'lane:%')`,
    [tags],
  );
  return rows.map(({ code }) => code);
}

function moveClock(hours: number): void {
  const file = path.join(workbench.folder, 'clock.json');
  writeClock(file, readClock(file) + hours * hourMs);
}

describe('lanes that open by themselves', () => {
  it(`lose and double none of ${size.redeems} washes while the agent is killed ${size.kills} times`, { timeout: longMs }, async () => {
    const tags = await addMembers(0, size.redeems);
    const agent = workbench.service(`agent-${site}`);
    const kills = Array.from({ length: size.kills }, (_, kill) => {
      return Math.floor(((kill + 0.2 + ((seed * (kill + 7)) % 60) / 100) / size.kills) * size.redeems);
    });
    await driveUntilWashed(tags, async (done) => {
      if (kills[0] === undefined || done < kills[0]) return;
      kills.shift();
      await sleep((seed * (kills.length + 3)) % 400);
      await agent.kill();
      await agent.start();
      await cars.untilReaderIsUsed();
    });
    expect(kills).toEqual([]);
    await expectOnce(tags);
  });

  it('admit every active member and no other for 72 hours without the cloud', { timeout: longMs }, async () => {
    const active = await addMembers(100_000, size.members);
    const ending = await addMembers(200_000, size.others, { goodHours: 71 });
    const canceled = await addMembers(300_000, size.others, { status: 'canceled' });
    const unknown = Array.from({ length: size.others }, (_, index) => tagOf(400_000 + index));
    const cut = ['broker', 'cloud-api'].map((name) => workbench.service(name));
    const before = cars.pulses();
    await Promise.all(cut.map((service) => service.kill()));
    moveClock(72);
    const agent = workbench.service(`agent-${site}`);
    await agent.kill();
    await agent.start();
    await cars.untilReaderIsUsed();

    await driveUntilWashed(active);
    const refused = [...ending, ...canceled, ...unknown];
    const openings = (await cars.pulses()) - (await before);
    await cars.drive(refused);
    expect((await cars.pulses()) - (await before)).toBe(openings);
    expect(openings).toBeGreaterThanOrEqual(active.length);

    for (const service of cut) await service.start();
    await expectOnce(active);
    expect((await inSitewatch(refused)).size + (await inCloud(refused)).size).toBe(0);
    const { rows } = await pool.raw.query<{ overlap: boolean; hours: number }>(
      `select distinct overlap, round(extract(epoch from at - now()) / 3600)::integer as hours from usage where code = any($1)`,
      [active],
    );
    expect(rows).toEqual([{ overlap: false, hours: 72 }]);
  });
});

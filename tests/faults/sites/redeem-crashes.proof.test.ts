import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { openRegister, type Register } from '../../workbench/register.ts';
import { usageIdsIn } from '../../workbench/sitewatch.ts';
import { washMembers } from '../../workbench/wash-members.ts';
import { redeemUnderFaults } from './redeem-load.ts';

const site = 12;
const size = sizeOf('redeems');
let folder: string;
let workbench: Workbench;
let register: Register;
let database: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-faults-'));
  workbench = await startWorkbench({ folder, fresh: true, log: () => undefined });
  register = await openRegister(workbench, site);
  database = new pg.Client({ connectionString: workbench.databaseUrl() });
  await database.connect();
});

afterAll(async () => {
  await database.end();
  await workbench.stop();
  await rm(folder, { recursive: true, force: true });
});

async function jobsOf(ids: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`select count(*) from job where key = any($1) and state <> 'done'`, [ids]);
  return Number(rows[0]!.count);
}

describe('redeems while cloud-api, broker, agent and Firebird are killed', () => {
  it(`loses and doubles none of ${size.redeems} (${size.killsOfEach} kills of each part)`, async () => {
    const codes = washMembers(workbench.company)
      .slice(0, size.redeems)
      .map((member) => member.plate);
    expect(codes).toHaveLength(size.redeems);
    const before = new Set(await usageIdsIn(workbench.sitewatch(site)!));

    const { answers, crashes } = await redeemUnderFaults(workbench, register, site, codes, { ...size, seed });
    console.log(`seed ${seed}: ${crashes.join(', ')}`);

    const ids = answers.map((answer) => answer.usageId);
    expect(answers.filter((answer) => answer.error)).toEqual([]);
    expect(new Set(ids).size).toBe(size.redeems);

    await until('every job for Sitewatch is done', async () => ((await jobsOf(ids as string[])) === 0 ? true : null));
    const { rows } = await database.query<{ id: string }>('select id from usage where code = any($1) and id = any($2)', [codes, ids]);
    const written = (await usageIdsIn(workbench.sitewatch(site)!)).filter((id) => !before.has(id));
    expect(rows).toHaveLength(size.redeems);
    expect(written.toSorted()).toEqual(rows.map((row) => row.id).toSorted());
  });
});

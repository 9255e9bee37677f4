import path from 'node:path';
import pg from 'pg';
import { createDatabaseFromTemplate } from '@washdesk/local-servers/postgres';
import { readyLineOf, startWithReadyLine } from '@washdesk/local-servers/processes/program';
import { until } from '@washdesk/test-support/until';
import { openSecrets } from '@washdesk/workbench/secrets';
import type { Workbench } from '@washdesk/workbench/workbench';
import { openRegister } from '../workbench/register.ts';
import { washMembers } from '../workbench/wash-members.ts';
import { describeThroughput, throughputRatio, type Run } from './figures.ts';
import { redeemAll } from './load.ts';
import { clients, runs } from './sizes.ts';

const site = 12;
const floorDatabase = 'bench_floor';
const aim = 0.5;

/** Copies the company's database on the same server, for the floor. A template must have no connections. */
async function copyDatabase(workbench: Workbench): Promise<void> {
  const cloud = workbench.service('cloud-api');
  await cloud.stop();
  const { pathname } = new URL(workbench.databaseUrl());
  await createDatabaseFromTemplate(workbench.databaseUrl('postgres'), floorDatabase, pathname.slice(1));
  await cloud.start();
}

async function startFloor(workbench: Workbench) {
  const secrets = openSecrets(path.join(workbench.folder, 'secrets'));
  const args = [workbench.databaseUrl(floorDatabase), secrets.keyFile('token')];
  const floor = await startWithReadyLine({ name: 'redeem-floor', folder: workbench.folder, script: 'tests/bench/redeem-floor.ts', args });
  const { port } = readyLineOf(floor) as { port: number };
  return { url: `http://127.0.0.1:${port}`, stop: () => floor.stop() };
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until no job is pending, every member may redeem again, and the log is flushed, so that each run starts in the same state. */
export async function settleRedeems(workbench: Workbench, ...floors: string[]): Promise<void> {
  const own = workbench.databaseUrl();
  await until('Sitewatch has every usage', async () =>
    (await ask(own, `select 1 from job where state = 'pending' limit 1`)).length === 0 ? true : null,
  );
  for (const url of [own, ...floors]) await ask(url, `update usage set at = at - interval '1 hour'`);
  await ask(own, 'checkpoint');
}

export const plates = ({ company }: Workbench): string[] => washMembers(company).map(({ plate }) => plate);

/** Measures redeems through the whole API, beside the bare handler with the same statements. */
export async function benchRedeem(workbench: Workbench): Promise<string[]> {
  const codes = plates(workbench);
  await copyDatabase(workbench);
  const floor = await startFloor(workbench);
  const measured = { api: [] as Run[], floor: [] as Run[] };
  try {
    // the warm-up run for both is not counted
    for (let run = 0; run <= runs; run += 1) {
      const register = await openRegister(workbench, site);
      for (const name of ['api', 'floor'] as const) {
        await settleRedeems(workbench, workbench.databaseUrl(floorDatabase));
        const url = name === 'api' ? workbench.url : floor.url;
        const result = await redeemAll(codes, { url, register, clients });
        if (run > 0) measured[name].push(result);
      }
    }
  } finally {
    await floor.stop();
  }
  const ratio = throughputRatio(measured.api, measured.floor);
  return [
    `Redeem: ${codes.length} members a run, ${clients} clients`,
    describeThroughput('whole API', measured.api),
    describeThroughput('bare Koa', measured.floor),
    `  ratio      ${ratio.toFixed(2)} of the bare throughput; the aim is at least ${aim}: ${ratio >= aim ? 'reached' : 'missed'}`,
  ];
}

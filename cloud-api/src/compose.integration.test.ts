import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { allEndpoints } from '@washdesk/contracts/all';
import { startCloudApi } from './compose.ts';
import { readConfig } from './config.ts';
import { openLog } from './http/log.ts';
import { startCloud, startTestEnvironment } from './testing/cloud.ts';

it('leaves no connection to its database behind where its port is taken', async () => {
  const { settings, database, stop } = await startTestEnvironment();
  onTestFinished(stop);
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const connections = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity where datname = current_database()`.execute(
      database.db,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await connections();

  const port = String((taken.address() as AddressInfo).port);
  const starting = startCloudApi(readConfig({ ...settings, WASHDESK_HOST: '127.0.0.1', WASHDESK_PORT: port }), openLog('silent'));
  await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect.poll(connections).toBeLessThanOrEqual(before);
});

it('serves the contracts of the folders and no others, and describes each', async () => {
  const cloud = await startCloud();
  onTestFinished(() => cloud.stop());
  const document = (await (await fetch(`${cloud.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const served = Object.values(document.paths).flatMap((calls) => Object.values(calls).map(({ operationId }) => operationId));
  expect(served.toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted());
});

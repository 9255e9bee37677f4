import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDatabase, erasePostgres, startPostgres } from '@washdesk/local-servers/postgres';
import { sharedMemory } from '@washdesk/local-servers/shared-memory';
import { isProof } from '@washdesk/test-support/sizes';
import { grantApplication } from '../db/application-role.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export const templateDatabase = 'washdesk_template';

/** The role of cloud-api on a test's database; tests themselves query it as its owner. */
export const applicationRole = { user: 'washdesk_application', password: 'application-secret' };

/** Room for the databases of all workers and the log; each test file drops its own. */
const enoughBytes = 3_000_000_000;

/**
 * One PostgreSQL for all tests of a run, durable in a proof, with a migrated template from which each test file copies its own database. A
 * database has a thousand files: on a disk, copying them costs more than most tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join((isProof ? null : sharedMemory(enoughBytes)) ?? tmpdir(), 'washdesk-test-postgres-'));
  const server = await startPostgres({
    folder,
    durable: isProof,
    // Each worker has one cloud or several, each with its pools: on a machine with many cores that is more than a site's server would need.
    settings: { max_connections: '400' },
  });
  await createDatabase(server.url(), templateDatabase);
  const pool = openPool(server.url(templateDatabase), (error) => console.error(error));
  await migrateToLatest(pool.db);
  await grantApplication(pool.db, applicationRole);
  await pool.stop();
  project.provide('postgresUrl', server.url());
  return async () => {
    await server.stop();
    await erasePostgres(folder);
    await rm(folder, { recursive: true, force: true });
  };
}

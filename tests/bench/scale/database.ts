import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { grantApplication } from '@washdesk/cloud-api/db/application-role';
import { migrateToLatest } from '@washdesk/cloud-api/db/migrate';
import { openPool } from '@washdesk/cloud-api/db/pool';
import { createDatabaseFromTemplate, erasePostgres, restorePostgres, startPostgres, type Postgres } from '@washdesk/local-servers/postgres';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { DATABASE, provideCompanySeed } from '@washdesk/workbench/seed/company-seed';
import { fillDatabase } from './fill/fill.ts';
import type { Size } from './fill/plan.ts';

/** Increases with every change of the filling: a folder of an older version is not reused. */
const fillingVersion = 2;

const large = 'large';

export const applicationRole = { user: 'washdesk_scale', password: 'scale' };

/** The settings for the server of a company of this size: shared buffers of a quarter of a machine's 24 GB. */
const serverSettings = {
  shared_buffers: '6GB',
  effective_cache_size: '16GB',
  work_mem: '16MB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

export interface ScaleDatabases {
  server: Postgres;
  /** The seeded company's database, and the same plus the data of a large company; as the owner of the tables. */
  urls: Record<DatabaseName, string>;
  /** The same as the application's role. */
  applicationUrls: Record<DatabaseName, string>;
  folder: string;
}

export type DatabaseName = 'seeded' | 'large';

const started = (postgres: string, durable: boolean): Promise<Postgres> =>
  startPostgres({ folder: postgres, durable, settings: serverSettings });

/** Resumes an interrupted filling, unless it must start over. */
async function fillFolder(folder: string, size: Size, fresh: boolean, log: (line: string) => void): Promise<void> {
  const postgres = path.join(folder, 'postgres');
  const begun = path.join(folder, 'begun');
  const goesOn = !fresh && existsSync(begun);
  log(`${goesOn ? 'Going on to fill' : 'Filling'} a database with ${size.members} members …`);
  const began = performance.now();
  if (!goesOn) {
    await erasePostgres(postgres);
    rmSync(folder, { recursive: true, force: true });
    restorePostgres((await provideCompanySeed(null)).postgres, postgres);
  }
  const server = await started(postgres, false);
  if (!goesOn) {
    await createDatabaseFromTemplate(server.url(), large, DATABASE);
    writeFileSync(begun, '');
  }
  await fillDatabase(server.url(large), size, log);
  await server.stop();
  const seconds = Math.round((performance.now() - began) / 1_000);
  // last: a folder without it is filled again
  writeFileSync(path.join(folder, 'filled.json'), JSON.stringify({ ...size, seconds, at: new Date().toISOString() }));
}

const applicationUrl = (url: string): string => {
  const application = new URL(url);
  application.username = applicationRole.user;
  application.password = applicationRole.password;
  return application.href;
};

/** Opens a server with both databases, filled by the first run and kept between runs. Newer migrations run on both. */
export async function openScaleDatabases(size: Size, fresh: boolean, log: (line: string) => void): Promise<ScaleDatabases> {
  const folder = path.join(ROOT, '.washdesk', `scale-v${fillingVersion}-${size.members}`);
  if (fresh || !existsSync(path.join(folder, 'filled.json'))) await fillFolder(folder, size, fresh, log);
  const server = await started(path.join(folder, 'postgres'), true);
  const urls = { seeded: server.url(DATABASE), large: server.url(large) };
  for (const [name, url] of Object.entries(urls)) {
    const pool = openPool(url, ({ message }) => log(message));
    const began = performance.now();
    const ran = await migrateToLatest(pool.db);
    if (ran.length > 0) log(`${name}: ${ran.join(', ')} in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    await grantApplication(pool.db, applicationRole);
    await pool.stop();
  }
  return { server, urls, applicationUrls: { seeded: applicationUrl(urls.seeded), large: applicationUrl(urls.large) }, folder };
}

import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabaseFromTemplate, dropDatabase } from '@washdesk/local-servers/postgres';
import { openPool, type Pool } from '../db/pool.ts';
import { applicationRole, templateDatabase } from './postgres-setup.ts';

export interface TestDatabase extends Pool {
  /** As the owner of its tables. */
  url: string;
  /** As the application's role. */
  applicationUrl: string;
}

/** Creates a migrated, empty database on the tests' PostgreSQL; stopping drops it. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabaseFromTemplate(server, name, templateDatabase);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const application = new URL(url);
  application.username = applicationRole.user;
  application.password = applicationRole.password;
  const pool = openPool(url.href, (error) => console.error(error), 8);
  return {
    ...pool,
    url: url.href,
    applicationUrl: application.href,
    async stop() {
      await pool.stop();
      await dropDatabase(server, name);
    },
  };
}

/** Inserts two sites, which nearly every test needs. */
export async function insertSites({ db }: Pool): Promise<void> {
  await db
    .insertInto('site')
    .values([
      { number: 12, name: 'Joliet', state: 'IL', time_zone: 'America/Chicago', location_id: 'tml_Joliet00000012' },
      { number: 27, name: 'Merrillville', state: 'IN', time_zone: 'America/Chicago', location_id: 'tml_Merrillville27' },
    ])
    .execute();
}

import pg from 'pg';
import type { OpenWorkbench } from './run-workbench.ts';

/** Queries the cloud's own database for data that no screen shows. */
export async function queryCloud<Row extends pg.QueryResultRow>(
  workbench: OpenWorkbench,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const database = new pg.Client({ connectionString: workbench.databaseUrl() });
  await database.connect();
  try {
    const { rows } = await database.query<Row>(statement, [...values]);
    return rows;
  } finally {
    await database.end();
  }
}

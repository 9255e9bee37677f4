import { parseArgs } from 'node:util';
import pg from 'pg';
import { openPool } from '@washdesk/cloud-api/db/pool';
import { MetricCount } from '@washdesk/cloud-api/features/company/metrics/metric-count';
import { startScaleCloud } from './clouds.ts';
import { openScaleDatabases, type DatabaseName } from './database.ts';
import { measureCalls, measureRedeem } from './measure.ts';
import { drawPeople } from './people.ts';
import { describeRoster } from './roster.ts';
import { describeRows } from './table.ts';

const log = (line: string): void => console.error(line);

/** Describes the measured data: rows, and disk space with indexes. */
async function describeSize(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; rows: number; size: string; each: number | null }>(`
    select c.relname as name, c.reltuples::int as rows, pg_size_pretty(pg_total_relation_size(c.oid)) as size,
      s.avg_width as each
    from pg_class c left join pg_stats s on s.schemaname = 'public' and s.tablename = c.relname and s.attname = 'object'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples > 1000 order by c.reltuples desc`);
  const memory = await client.query<{ huge_pages_status: string }>('show huge_pages_status');
  await client.end();
  const hugePages =
    memory.rows[0]?.huge_pages_status === 'on' ? 'on' : 'off: a p99 is then several times as long (`sysctl vm.nr_hugepages=3300`)';
  const described = rows.map(({ name, rows: count, size, each }) => `${name} ${count} (${size}${each ? `, an object ${each} bytes` : ''})`);
  return [`Rows of the large company: ${described.join(', ')}`, `Huge pages for PostgreSQL's memory: ${hugePages}`];
}

/** The tables of a register's search: a server with constant searches has them in memory, about 2 of 30 GB. */
const readAllDay = ['mirror_customer', 'customer_code', 'mirror_payment_method', 'mirror_subscription'];

/** Reads tables and their indexes once, like earlier hours of use. */
async function readIntoMemory(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension if not exists pg_prewarm');
  await client.query(
    `select pg_prewarm(relation) from (
       select oid::regclass as relation from pg_class where relname = any($1::text[])
       union select indexrelid::regclass from pg_index where indrelid = any($1::text[]::regclass[])
     ) used`,
    [readAllDay],
  );
  await client.end();
}

/** Counts the metrics in advance; a starting cloud would count them during the measurement. */
async function countMetrics(url: string): Promise<void> {
  const pool = openPool(url, ({ message }) => log(message));
  const count = new MetricCount({ db: pool.db, clock: { now: () => new Date() } });
  const began = performance.now();
  while ((await count.round()) > 0);
  log(`  metrics counted in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  await pool.stop();
}

/**
 * `npm run bench -- scale`: every call that lists, searches or looks up, on the seeded company and on a large one. `--members 5000` fills a
 * smaller one, `--fresh` fills again, `--only Charges` measures the calls whose id matches, `--samples 30` takes fewer samples, `--checkout
 * <folder>` measures the cloud-api of another checkout, `--cold` a database server that has just started.
 */
export async function benchScale(args: string[]): Promise<string[]> {
  const { values } = parseArgs({
    args,
    options: {
      members: { type: 'string', default: '500000' },
      samples: { type: 'string', default: '100' },
      only: { type: 'string', default: '' },
      checkout: { type: 'string', default: '' },
      fresh: { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
    },
  });
  const samples = Number(values.samples);
  const only = new RegExp(values.only);
  const databases = await openScaleDatabases({ members: Number(values.members) }, values.fresh, log);
  try {
    for (const url of Object.values(databases.urls)) await countMetrics(url);
    if (!values.cold) for (const url of Object.values(databases.urls)) await readIntoMemory(url);
    const started = async (which: DatabaseName) => startScaleCloud(databases, which, values.checkout);
    const [seeded, large] = [await started('seeded'), await started('large')];
    const clouds = { seeded, large };
    const startUp = `Start-up of cloud-api: seeded ${seeded.startedInMs.toFixed(0)} ms, large ${large.startedInMs.toFixed(0)} ms; ${seeded.memory().now} and ${large.memory().now} MB`;
    try {
      const people = { seeded: await drawPeople(databases.urls.seeded, 300), large: await drawPeople(databases.urls.large, 300) };
      const rows = await measureCalls({ clouds, people, samples, only, log });
      if (only.test('redeem')) rows.push(await measureRedeem(clouds, people, 0));
      const roster = only.test('roster') ? await describeRoster(large, databases.urls.large) : [];
      return [...(await describeSize(databases.urls.large)), '', ...describeRows(rows), '', startUp, ...roster];
    } finally {
      await large.stop();
      await seeded.stop();
    }
  } finally {
    await databases.server.stop();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { startTestEnvironment, type TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { Role } from '@washdesk/rules/company/roles';
import { memoryOf } from '@washdesk/test-support/process-memory';
import { sizeOf } from '@washdesk/test-support/sizes';
import { startProgram, type Program } from '../api/program.ts';

const { rows, samples } = sizeOf('lists');
const megabyte = 1024 * 1024;
const longMs = scaledTimeout(10 * 60_000);
/** The largest first: it is several times as large as the allowed memory. */
const files = ['/admin/audit', '/reports/1', '/reports/2', '/sales/list?list=signUps'];
/** An audit row contains before and after, with this many letters each. */
const lettersOfRow = 600;
/** Enough that their pages do not end during the measurement. */
const sellers = 5_200;
/** Memory for uncollected garbage and socket buffers, regardless of the number of rows. */
const allowedBytes = 160 * megabyte;

let environment: TestEnvironment;
let cloud: Program;
let caller: Headers;

beforeAll(async () => {
  environment = await startTestEnvironment();
  const { db } = environment.database;
  const fill = [
    sql`insert into mirror_customer (id, object, read_seq, created, name, search)
      select 'cus_p' || n, jsonb_build_object('id', 'cus_p' || n, 'metadata', jsonb_build_object('CustomerCode', 'P' || n || '-IL')), 0, now(), 'Person ' || n, ''
      from generate_series(1, ${rows}::int) n`,
    sql`insert into customer_many_codes (customer, codes) select 'cus_p' || n, 3 + n % 5 from generate_series(1, ${rows}::int) n`,
    sql`insert into many_codes_count (codes, customers) select codes, count(*) from customer_many_codes group by codes`,
    sql`insert into online_attempt (day, attempts) select date '2026-11-01' - n, n % 300 from generate_series(1, ${rows}::int) n`,
    sql`insert into audit (id, at, actor, site, action, subject, request_id, before, after)
      select gen_random_uuid(), now() - n * interval '1 second', '101', 12, 'product.changed', 'product:prod_' || n, 'request-' || n,
        to_jsonb(repeat('b', ${lettersOfRow}::int)), to_jsonb(repeat('a', ${lettersOfRow}::int))
      from generate_series(1, ${rows}::int) n`,
    sql`insert into mirror_subscription (id, object, read_seq, customer, status, created, period_end, site)
      select 'sub_' || state || n, '{}', 0, 'cus_p' || n, state, now() - n * interval '1 second', now() + n * interval '1 minute', 12
      from generate_series(1, ${rows}::int) n cross join unnest(array['past_due', 'incomplete']) state`,
    sql`insert into job (id, kind, what, key, site, customer, payload, state, due, deadline, last_error, created)
      select gen_random_uuid(), 'once', 'alert', 'p' || n, 12, 'cus_p' || n, '{}', 'failed', now(), now(), 'The site is not connected', now() - n * interval '1 second'
      from generate_series(1, ${rows}::int) n`,
    sql`insert into plan_sale (id, kind, at, day, site, seller, seller_name, subscription, customer, left_at, reason, early)
      select 'sale_' || n, case when n % 10 = 5 then 'upgrade' else 'sign-up' end, at, at::date, 12, (n % ${sellers}::int)::text,
        'Person ' || n % ${sellers}::int, 'sub_past_due' || n, 'cus_p' || n, case when n % 10 = 0 then at end,
        case when n % 10 = 0 then 'Reason ' || n % 7 end, n % 10 = 0
      from (select n, now() - n * interval '25 seconds' as at from generate_series(1, ${rows}::int * 5 / 4) n) sale`,
    // the limit on reads of customers would stop the test
    sql`insert into setting (name, value, changed) values ('customersAtOnce', '1000000000', now()), ('customersPerShift', '1000000000', now())`,
    sql`analyze`,
  ];
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    for (const statement of fill) await statement.execute(tx);
  });
  cloud = await startProgram(environment.settings);
  caller = await signedIn(environment, { roles: Role.Admin | Role.Reporter });
  // the first one compiles code and fills pools
  for (const path of files.slice(1)) await exported(path);
}, longMs);
afterAll(async () => {
  cloud.signal('SIGTERM');
  await cloud.ended;
  await environment.stop();
});

const get = (path: string, headers: Headers = {}) => fetch(`${cloud.url}/api${path}`, { headers: { ...caller, ...headers } });

interface Export {
  bytes: number;
  lines: number;
  /** The peak of the process meanwhile. */
  peak: number;
}

/** Downloads a whole file, with a pause of a second in the middle. */
async function exported(path: string): Promise<Export> {
  const { body, status } = await get(path, { accept: 'text/csv' });
  if (status !== 200 || !body) throw new Error(`${path} returned ${status}`);
  const found = { bytes: 0, lines: 0, peak: memoryOf(cloud.pid).now };
  let waited = false;
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    found.bytes += piece.length;
    for (const byte of piece) if (byte === 10) found.lines += 1;
    found.peak = Math.max(found.peak, memoryOf(cloud.pid).now);
    if (waited || found.lines < rows / 2) continue;
    waited = true;
    await sleep(1_000);
  }
  return found;
}

describe(`with ${rows} rows behind it`, () => {
  it.each(files)(
    'the file of %s has every row, and is streamed in the same memory',
    async (path) => {
      const before = memoryOf(cloud.pid).now;
      const { bytes, lines, peak } = await exported(path);
      console.log(
        `${path}: ${lines} lines, ${Math.round(bytes / megabyte)} MB; ${Math.round((peak - before) / megabyte)} MB more held meanwhile`,
      );
      // the audit also has rows of sign-ins and exports
      expect(lines).toBeGreaterThan(rows);
      expect(peak - before).toBeLessThan(allowedBytes);
    },
    longMs,
  );

  it.each([
    '/reports/1',
    '/reports/2',
    '/reports/MultiActiveCodesByCustomers',
    '/admin/audit',
    '/worklist/pastdue',
    '/worklist/incomplete',
    '/worklist/jobs',
    '/sales/employees',
    '/sales/list?list=signUps',
    '/sales/list?list=upgrades',
    '/sales/list?list=left',
  ])(
    'the list of %s is read a page at a time',
    async (path) => {
      const times: number[] = [];
      for (let n = 0, page: string | null = ''; n < samples; n += 1) {
        const begun = performance.now();
        const answer = await get(page ? `${path}${path.includes('?') ? '&' : '?'}page=${encodeURIComponent(page)}` : path);
        const { next_page, ...listed } = (await answer.json()) as { next_page: string | null };
        times.push(performance.now() - begun);
        expect(answer.status).toBe(200);
        const shown = Object.values(listed).find(Array.isArray) as unknown[] | undefined;
        expect(shown?.length).toBe(50);
        page = next_page;
        expect(page).not.toBeNull();
      }
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(0);
      console.log(`${path}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms over ${samples} pages`);
    },
    longMs,
  );
});

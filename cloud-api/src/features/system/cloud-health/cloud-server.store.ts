import { sql } from 'kysely';
import { z } from 'zod';
import type { CloudFacts, Server, ServerMeasurements } from '@washdesk/rules/company/cloud-faults';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';

interface CloudServerTable {
  name: string;
  /** The database's time. */
  measured: Date;
  measurements: string;
}

declare module '../../../db/schema.ts' {
  interface Database {
    cloud_server: CloudServerTable;
  }
}

export const personalData = {
  cloud_server: { plain: ['name', 'measured', 'measurements'] },
} satisfies PersonalTables;

const problem = z.object({ since: z.string(), reason: z.string() }).nullable();
const stored = z.object({
  brokerLost: z.string().nullable(),
  databaseMs: z.number(),
  databaseSlow: z.string().nullable(),
  aheadOfDatabaseMs: z.number().nullable(),
  aheadOfStripeMs: z.number().nullable(),
  stripe: problem,
  missedEvent: z.string().nullable(),
  disks: z.array(z.object({ folder: z.string(), freePercent: z.number(), freeMegabytes: z.number() })),
  certificates: z.array(z.object({ name: z.string(), until: z.string() })),
  mail: problem,
  sitesOnline: z.number(),
  sitesBehind: z.number(),
});

/** A server that has not measured for this long has stopped, or cannot reach the database. */
const freshSeconds = 60;
const keptHours = 1;

export async function storeMeasurements(db: Db, name: string, measurements: ServerMeasurements): Promise<void> {
  const row = { measured: sql<Date>`now()`, measurements: JSON.stringify(measurements) };
  await db
    .insertInto('cloud_server')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function forgetServer(db: Db, name: string): Promise<void> {
  await db
    .deleteFrom('cloud_server')
    .where((is) => is.or([is('name', '=', name), is('measured', '<', sql<Date>`now() - make_interval(hours => ${keptHours})`)]))
    .execute();
}

/** Servers of the same release that run; another release may measure other things. */
export async function freshServers(db: Db): Promise<(Server & { measured: Date })[]> {
  const rows = await db
    .selectFrom('cloud_server')
    .selectAll()
    .where('measured', '>', sql<Date>`now() - make_interval(secs => ${freshSeconds})`)
    .orderBy('name')
    .execute();
  return rows.flatMap(({ name, measured, measurements }) => {
    const parsed = stored.safeParse(measurements);
    return parsed.success ? [{ name, measured, measurements: parsed.data }] : [];
  });
}

/** The broker's copy of the revocation list is at most a day older than its last fetch, and valid for 30 days. */
const listDays = 29;

/**
 * Returns what the database alone knows. A job waits if no other of its target runs: a long queue that moves is no fault. Times are the
 * database's.
 * @param jobs the names of those that this release runs
 */
export async function companyFacts(db: Db, jobs: readonly string[]): Promise<Omit<CloudFacts, 'servers'>> {
  const { rows } = await sql<{ now: Date; jobDue: Date | null; eventWaiting: Date | null; listUntil: Date | null }>`select
    now() as now,
    (select min(due) from job o
      where state = 'pending' and what = any(${jobs}::text[]) and due < now() - interval '30 seconds'
        and (claimed_until is null or claimed_until < now())
        and not exists (select from job r where r.state = 'pending' and r.claimed_until > now()
          and coalesce(r.site::text, r.what) = coalesce(o.site::text, o.what))) as "jobDue",
    (select min(received) from provider_event where worked is null) as "eventWaiting",
    (select fetched + make_interval(days => ${listDays}) from revocation_list) as "listUntil"`.execute(db);
  const { now, jobDue, eventWaiting, listUntil } = rows[0]!;
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return { now, jobDue: iso(jobDue), eventWaiting: iso(eventWaiting), revocationListUntil: iso(listUntil) };
}

/** When the last event was created that the provider delivered; null before the first. */
export async function lastEventCreated(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('provider_event').select('created').orderBy('received', 'desc').limit(1).executeTakeFirst();
  return row?.created ?? null;
}

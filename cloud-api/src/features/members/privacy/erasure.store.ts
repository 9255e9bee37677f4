import { sql, type ColumnType, type NotNull, type Selectable } from 'kysely';
import { z } from 'zod';
import { endedStatuses } from '@washdesk/rules/plans/statuses';
import type { Person, PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { jobThatWrites } from '../../../db/tables/jobs.ts';

/** Where Stripe is: nothing requested yet, a request of Stripe's, none possible in this account, or redacted. */
export const redactionState = z.object({
  id: z.string().nullable(),
  status: z.enum(['open', 'waiting', 'redacting', 'done', 'unavailable']),
  /** The earliest next check, ISO. */
  next: z.iso.datetime().nullable(),
});
export type RedactionState = z.infer<typeof redactionState>;

/** A customer's number in a site's Sitewatch; null if only codes are known there. */
export interface ErasedAtSite {
  site: number;
  objid: number | null;
}

/** The erasure of a customer. `customer` and `person` are null when finished. */
interface ErasureTable {
  id: string;
  customer: string | null;
  alias: string;
  asked: Date;
  asked_by: string;
  /** `erasing` while sites and open work of ours are outstanding; `erased` once a search finds nothing. */
  stage: ColumnType<'requested' | 'erasing' | 'erased', never, 'erasing' | 'erased'>;
  /** The next round, in system time. */
  due: ColumnType<Date, never, Date>;
  /** Everything by which rows are found; null once our stores and the sites are done. */
  person: ColumnType<Person | null, string | null, string | null>;
  redaction: ColumnType<unknown, string, string>;
  sites: ColumnType<ErasedAtSite[], string, string>;
  /** Rows by table. */
  removed: ColumnType<Record<string, number>, string | undefined, string>;
  problem: string | null;
  finished: Date | null;
}
export type ErasureRow = Selectable<ErasureTable>;

declare module '../../../db/schema.ts' {
  interface Database {
    erasure: ErasureTable;
  }
}

export const personalData = {
  erasure: {
    plain: ['id', 'alias', 'asked', 'asked_by', 'stage', 'due', 'redaction', 'sites', 'removed', 'problem', 'finished'],
    // emptied by the erasure itself as its last step
    personal: ['customer', 'person'],
    erase: {},
  },
} satisfies PersonalTables;

export async function insertErasure(
  tx: Tx,
  { id, customer, alias, asked, askedBy }: { id: string; customer: string; alias: string; asked: Date; askedBy: string },
): Promise<void> {
  const redaction: RedactionState = { id: null, status: 'open', next: null };
  const row = { id, customer, alias, asked, asked_by: askedBy, redaction: JSON.stringify(redaction), sites: '[]' };
  await tx.insertInto('erasure').values(row).execute();
}

/** Returns the ids of erasures whose next round is due. */
export async function dueErasures(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('erasure')
    .select('id')
    .where('finished', 'is', null)
    .where('due', '<=', sql<Date>`now()`)
    .orderBy('asked')
    .execute();
  return rows.map(({ id }) => id);
}

export const latestErasures = (db: Db, most: number): Promise<ErasureRow[]> =>
  db.selectFrom('erasure').selectAll().orderBy('asked', 'desc').orderBy('id', 'desc').limit(most).execute();

export const erasureById = (db: Db, id: string): Promise<ErasureRow | undefined> =>
  db.selectFrom('erasure').selectAll().where('id', '=', id).executeTakeFirst();

export const openErasureOf = (db: Db, customer: string): Promise<ErasureRow | undefined> =>
  db.selectFrom('erasure').selectAll().where('customer', '=', customer).where('finished', 'is', null).executeTakeFirst();

/** Locks an erasure until the transaction ends, so that one process works on it. Undefined if another one does. */
export const claimErasure = (tx: Tx, id: string): Promise<ErasureRow | undefined> =>
  tx.selectFrom('erasure').selectAll().where('id', '=', id).where('finished', 'is', null).forUpdate().skipLocked().executeTakeFirst();

export async function updateErasure(
  tx: Tx,
  id: string,
  {
    person,
    redaction,
    sites,
    removed,
    dueInSeconds = 0,
    ...change
  }: {
    customer?: null;
    stage?: 'erasing' | 'erased';
    dueInSeconds?: number;
    person?: Person | null;
    redaction?: RedactionState;
    sites?: readonly ErasedAtSite[];
    removed?: Readonly<Record<string, number>>;
    problem?: string | null;
    finished?: Date;
  },
): Promise<void> {
  await tx
    .updateTable('erasure')
    .set({
      ...change,
      ...(person !== undefined && { person: person && JSON.stringify(person) }),
      ...(redaction && { redaction: JSON.stringify(redaction) }),
      ...(sites && { sites: JSON.stringify(sites) }),
      ...(removed && { removed: JSON.stringify(removed) }),
      due: sql<Date>`now() + make_interval(secs => ${dueInSeconds})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns the sites whose Sitewatch has the customer, with the number there. */
export async function sitesOf(db: Db | Tx, customer: string): Promise<ErasedAtSite[]> {
  const { rows } = await sql<ErasedAtSite>`
    select site, objid from sitewatch_link where customer = ${customer} and objid is not null
    union select site, sitewatch_customer from sitewatch_code where customer = ${customer}
    union select number, null from site where not exists (
      select from sitewatch_link l where l.customer = ${customer} and l.site = number and l.objid is not null)
    order by site, objid`.execute(db);
  return rows;
}

/** Returns the customer's own number at each site. */
export const linkedSites = (db: Db, customer: string): Promise<{ site: number; objid: number }[]> => {
  const links = db.selectFrom('sitewatch_link').select(['site', 'objid']).where('customer', '=', customer);
  return links.where('objid', 'is not', null).$narrowType<{ objid: NotNull }>().orderBy('site').execute();
};

/** Returns the erasure's jobs that are not done, with the reason of the last attempt. */
export async function openJobsOf(db: Db | Tx, erasure: string): Promise<{ site: number; state: string; reason: string | null }[]> {
  const { rows } = await sql<{ site: number; state: string; reason: string | null }>`
    select site, state, last_error as reason from job
    where what = 'sitewatch.erase' and payload->>'erasure' = ${erasure} and state <> 'done' order by site`.execute(db);
  return rows;
}

/** Returns the work that will still write the customer's values into a site's Sitewatch, as names of jobs. */
export async function openWorkAt(db: Db, customer: string, site: number): Promise<string[]> {
  const jobs = db.selectFrom('job').select('what').distinct().where('customer', '=', customer).where('site', '=', site);
  const rows = await jobs.where(jobThatWrites).orderBy('what').execute();
  return rows.map(({ what }) => what);
}

/** Returns what still needs the person's data, as sentences: it ends by itself. */
export async function openWorkOf(tx: Tx, { customer, objects }: Person): Promise<string[]> {
  const { rows } = await sql<{ work: string }>`
    select 'Agents must receive the removal of the plate: ' || string_agg(s.name, ', ') as work
    from site_agent a join site s on s.number = a.site
    where a.roster_seq between 1 and (select max(seq) from roster_entry where customer = ${customer}) - 1 having count(*) > 0
    union all
    select 'Work for another system is open: ' || string_agg(distinct what, ', ') from job
    where customer = ${customer} and ${jobThatWrites} having count(*) > 0
    union all
    select 'Events of Stripe are being processed.' where exists (
      select from provider_event where worked is null and (customer = ${customer} or object_id = any(${objects}::text[])))
    union all
    select 'A message is being sent.' where exists (select from message where customer = ${customer} and state = 'queued')`.execute(tx);
  return rows.map(({ work }) => work);
}

/** Returns the name of each site. */
export async function siteNames(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('site').select(['number', 'name']).execute();
  return new Map(rows.map(({ number, name }) => [number, name]));
}

export async function employeeName(db: Db, id: string): Promise<string> {
  if (!/^\d{1,9}$/.test(id)) return id;
  return (await db.selectFrom('staff').select('name').where('employee_number', '=', Number(id)).executeTakeFirst())?.name ?? id;
}

/** Returns what in our tables prevents an erasure, as sentences. */
export async function obstaclesOf(db: Db, customer: string): Promise<string[]> {
  const { rows } = await sql<{ obstacle: string }>`
    select 'The customer has a plan. Terminate it first.' as obstacle where exists (
      select from mirror_subscription where customer = ${customer} and deleted_at is null
        and not status = any(${endedStatuses}))
    union all
    select 'A dispute is open. Its evidence is needed until it is decided.' where exists (
      select from mirror_dispute d join mirror_charge c on c.id = d.charge
      where c.customer = ${customer} and d.deleted_at is null and d.status not in ('won', 'lost', 'warning_closed', 'prevented'))
    union all
    select 'An invoice is unpaid. Collect it, void it or write it off first.' where exists (
      select from mirror_invoice where customer = ${customer} and deleted_at is null and status in ('open', 'draft'))
    union all
    select 'A change to the customer is in progress.' where exists (
      select from operation where customer = ${customer} and state = 'started' and kind <> 'customer.erase')
    union all
    select 'A card payment is in progress.' where exists (
      select from mirror_payment_intent where customer = ${customer} and deleted_at is null and status in ('requires_capture', 'processing'))
    union all
    select 'A refund is in progress. If it fails, it must be paid another way.' where exists (
      select from mirror_refund r join mirror_charge c on c.id = r.charge
      where c.customer = ${customer} and r.deleted_at is null and r.object->>'status' in ('pending', 'requires_action'))`.execute(db);
  return rows.map(({ obstacle }) => obstacle);
}

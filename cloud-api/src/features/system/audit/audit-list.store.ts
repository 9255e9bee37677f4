import { sql, type RawBuilder } from 'kysely';
import type { AuditEntry } from '@washdesk/contracts/system/audit';
import { containing } from '../../../common/like-pattern.ts';
import type { PageCursor } from '../../../common/page-cursor.ts';
import { countUpToCap, type CappedCount } from '../../../db/capped-count.ts';
import type { Db } from '../../../db/pool.ts';
import { staffNameAt } from '../../../db/staff-name.ts';

export interface AuditSearch {
  /** The actors and approvers to search for, as the audit names them. */
  people: readonly string[] | null;
  actions: readonly string[] | null;
  object: string | null;
  /** The first and last day in a time zone, both inclusive. */
  days: { from: string | null; to: string | null; timeZone: string };
  site: number | null;
}

export interface AuditListRow {
  id: string;
  at: Date;
  actor: string;
  name: string | null;
  approver: string | null;
  approverName: string | null;
  site: number | null;
  device: string | null;
  action: string;
  subject: string;
  /** The name of a device of a site, a customer, a customer's plan, the version of a rollout, or whose session it is. */
  nameOfObject: string | null;
  /** The customer of the object; null if unknown or erased. */
  objectCustomer: string | null;
  /** The state before and after, null if it is personal. */
  was: unknown;
  became: unknown;
  why: string | null;
}

/** Returns the name that a staff member had then, otherwise of a client, otherwise of a Sitewatch employee. */
const nameOf = (actor: RawBuilder<unknown>) => sql`coalesce(
  ${staffNameAt(actor, sql`a.at`)},
  (select p.name from service_account p where p.client_id = ${actor}),
  (select e.first_name || ' ' || e.last_name from site_employee e
    where e.number = case when ${actor} ~ '^[0-9]{1,9}$' then ${actor}::integer end order by e.seen desc limit 1))`;

const columns = sql`a.id, a.at, a.actor, ${nameOf(sql`a.actor`)} as name, a.approver,
  case when a.approver is not null then ${nameOf(sql`a.approver`)} end as "approverName",
  a.site, d.name as device, a.action, coalesce(p.subject, a.subject) as subject, coalesce(p.why, a.why) as why`;
const idOfObject = sql`split_part(a.subject, ':', 2)`;
const nameOfCustomer = sql`coalesce(nullif(c.name, ''), nullif(c.email, ''))`;
/** Further columns of the list. An erased row still has its hash, and its sealed values have no names. */
const shown = sql`
  case when a.personal_hash is null then a.before end as was, case when a.personal_hash is null then a.after end as became,
  c.id as "objectCustomer",
  case split_part(a.subject, ':', 1)
    when 'gate' then g.name
    when 'customer' then ${nameOfCustomer}
    when 'subscription' then nullif(concat_ws(' of ', o.object->>'name', ${nameOfCustomer}), '')
    when 'rollout' then r.version
    when 'session' then coalesce(h.name, ${nameOf(sql`(a.before->>'principal')`)})
  end as "nameOfObject"`;
const objectIs = (kind: string) => sql`case when a.subject like ${sql.lit(`${kind}:%`)} then ${idOfObject} end`;
const uuidOf = (kind: string) =>
  sql`case when a.subject ~ ${sql.lit(`^${kind}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)} then ${idOfObject}::uuid end`;
/** The objects of the rows shown, each by its key. */
const objects = sql`
  left join mirror_subscription m on m.id = ${objectIs('subscription')}
  left join mirror_price mp on mp.id = m.price
  left join mirror_product o on o.id = mp.product
  left join mirror_customer c on c.id = coalesce(${objectIs('customer')}, m.customer)
  left join release_rollout r on r.id = ${uuidOf('rollout')}
  left join session h on h.id = ${uuidOf('session')}
  left join site_device g on g.site = case when a.subject ~ '^gate:[0-9]+/' then substring(a.subject from '[0-9]+')::integer end
    and g.id = split_part(a.subject, '/', 2)`;
const before = sql`coalesce(p.before, a.before)`;
const after = sql`coalesce(p.after, a.after)`;
const beside = sql`left join device d on d.id = a.device left join audit_personal p on p.audit = a.id`;

/** Returns the conditions of a search separately, so that the database can choose the most selective index. */
function conditionsOf({ people, actions, object, days: { from, to, timeZone }, site }: AuditSearch): RawBuilder<unknown> {
  const parts = [
    people && sql`(a.actor = any(${people}::text[]) or a.approver = any(${people}::text[]))`,
    actions && sql`a.action = any(${actions}::text[])`,
    object !== null &&
      sql`(a.subject = ${object} or substr(a.subject, strpos(a.subject, ':') + 1) = ${object} or a.id = any(array(
        select audit from audit_personal where subject = ${object} or subject in (${`code:${object}`}, ${`loyalty-card:${object}`}))))`,
    from !== null && sql`a.at >= ${from}::timestamp at time zone ${timeZone}`,
    to !== null && sql`a.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
    site !== null && sql`a.site = ${site}`,
  ].filter((part) => part !== null && part !== false);
  return parts.length > 0 ? sql`where ${sql.join(parts, sql` and `)}` : sql`where true`;
}

const behind = (cursor: PageCursor | null) => (cursor ? sql`and (a.at, a.id) < (${cursor.created}, ${cursor.id}::uuid)` : sql``);

/** Newest first, at most `most`. Names are looked up only for the rows shown. */
export async function auditRows(db: Db, search: AuditSearch, cursor: PageCursor | null, most: number): Promise<AuditListRow[]> {
  const { rows } = await sql<AuditListRow>`
    select ${columns}, ${shown} from (
      select * from audit a ${conditionsOf(search)} ${behind(cursor)} order by a.at desc, a.id desc limit ${most}
    ) a ${beside} ${objects} order by a.at desc, a.id desc`.execute(db);
  return rows;
}

export const countAuditRows = (db: Db, search: AuditSearch): Promise<CappedCount> =>
  countUpToCap(db, sql`select from audit a ${conditionsOf(search)}`);

export interface AuditDetail extends AuditListRow {
  before: AuditEntry['before'];
  after: AuditEntry['after'];
  requestId: string | null;
  seal: number | null;
}

export async function auditEntry(db: Db, id: string): Promise<AuditDetail | null> {
  const { rows } = await sql<AuditDetail>`
    select ${columns}, ${shown}, ${before} as before, ${after} as after, a.request_id as "requestId", s.seq as seal
    from audit a ${beside} ${objects} left join audit_seal s on s.audit = a.id where a.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export interface ExportRow extends Omit<AuditListRow, 'nameOfObject' | 'objectCustomer' | 'was' | 'became'> {
  /** The state before the change, as PostgreSQL prints it. */
  before: string | null;
  after: string | null;
  requestId: string | null;
}

export async function rowsToExport(db: Db, search: AuditSearch, cursor: PageCursor | null, most: number): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns}, ${before}::text as before, ${after}::text as after, a.request_id as "requestId" from (
      select * from audit a ${conditionsOf(search)} ${behind(cursor)} order by a.at desc, a.id desc limit ${most}
    ) a ${beside} order by a.at desc, a.id desc`.execute(db);
  return rows;
}

/** Returns every action of the audit by skipping through the index instead of scanning it. */
export async function knownActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known as (
      (select action from audit order by action limit 1)
      union all
      select (select a.action from audit a where a.action > known.action order by a.action limit 1) from known where known.action is not null
    ) select action from known where action is not null`.execute(db);
  return rows.map(({ action }) => action).toSorted();
}

const mostPeople = 200;

/**
 * Returns the actors that match a part of a name, a whole number or a client id. Includes the text itself, because clients have no name.
 */
export async function peopleNamed(db: Db, text: string): Promise<string[]> {
  const pattern = containing(text);
  const { rows } = await sql<{ actor: string }>`
    select employee_number::text as actor from staff where upper(name) like ${pattern}
    union select client_id from service_account where upper(name) like ${pattern}
    union select number::text from site_employee where upper(first_name || ' ' || last_name) like ${pattern}
    limit ${mostPeople}`.execute(db);
  return [...new Set([text, ...rows.map(({ actor }) => actor)])];
}

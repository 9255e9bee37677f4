import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { LaneTrace } from '@washdesk/contracts/lane/trace';
import { codesMeant } from '@washdesk/rules/codes/code-forms';
import { codeKind } from '@washdesk/rules/codes/codes';
import { parsePlate } from '@washdesk/rules/codes/plates';
import type { Db } from '../../../db/pool.ts';

export interface TraceSearch {
  site?: number | undefined;
  lane?: number | undefined;
  gate?: string | undefined;
  /** The id of a trace or of its command. */
  id?: string | undefined;
  /** A code of a member finds what belongs to any of the member's codes. A plate may be without its state. */
  code?: string | undefined;
  customer?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

type TraceRow = Omit<LaneTrace, 'began'> & { began: Date };

const all = (conditions: (RawBuilder<SqlBool> | undefined)[]): RawBuilder<SqlBool> =>
  sql.join([sql<SqlBool>`true`, ...conditions.filter((one) => one !== undefined)], sql` and `);

const holders = (code: string): RawBuilder<string> => sql`(select customer from customer_code where code = any(${meant(code)}::text[]))`;

/** Returns the code itself; for a plate typed without its state, the plate of each state too. */
const meant = (code: string): string[] => (codeKind(code) === 'unknown' ? [code, ...codesMeant(code)] : [code]);

/**
 * Returns the conditions for the code as it was read, each for an index in the order of time. A camera that names no state reports the
 * characters of a plate alone. A plate of any state is too rare to need the order.
 */
function readAs(code: string): RawBuilder<SqlBool>[] {
  const codes = meant(code);
  if (codes.length > 1) return [sql`code = any(${codes}::text[])`];
  const plate = parsePlate(code);
  return [code, ...(plate ? [plate.characters] : [])].map((one) => sql<SqlBool>`code = ${one}`);
}

/** Returns traces of the agents, newest first. */
export async function findTraces(
  db: Db,
  { site, lane, gate, id, code, customer, from, until }: TraceSearch,
  most: number,
): Promise<TraceRow[]> {
  const found = all([
    site === undefined ? undefined : sql`site = ${site}`,
    lane === undefined ? undefined : sql`lane = ${lane}`,
    gate === undefined ? undefined : sql`gate = ${gate}`,
    id === undefined ? undefined : sql`(id = ${id} or command = ${id})`,
    customer === undefined ? undefined : sql`customer = ${customer}`,
    from && sql`began >= ${from}`,
    until && sql`began <= ${until}`,
  ]);
  const columns = sql`id, site, began, lane, gate, code, customer, command, employee, outcome, reason, hops`;
  const newest = (condition: RawBuilder<unknown>) =>
    sql`(select ${columns} from lane_trace where ${found} and ${condition} order by began desc limit ${most})`;
  // apart, so that each part is read from its own index in the order of time
  const ofCode = code === undefined ? [] : [...readAs(code), sql`customer in ${holders(code)}`];
  const source = code === undefined ? newest(sql`true`) : sql`(${sql.join(ofCode.map(newest), sql` union `)})`;
  const { rows } = await sql<TraceRow>`
    select found.*, c.name, g.request_id as "requestId" from ${source} found
      left join mirror_customer c on c.id = found.customer and c.deleted_at is null
      left join gate_command g on g.id = found.command and g.site = found.site
    order by began desc limit ${most}`.execute(db);
  return rows;
}

export interface PressRow {
  id: string;
  site: number;
  gate: string;
  lane: number | null;
  customer: string | null;
  name: string | null;
  principal: string;
  employee: number | null;
  asked: Date;
  result: string | null;
  detail: string | null;
  answered: Date | null;
  requestId: string | null;
}

/** Returns presses of Open Gate without a trace of their agent, newest first. */
export async function findUntracedPresses(
  db: Db,
  { site, lane, gate, id, code, customer, from, until }: TraceSearch,
  most: number,
): Promise<PressRow[]> {
  const { rows } = await sql<PressRow>`
    select g.id, g.site, g.gate, d.lane, g.customer, c.name, g.principal, g.employee, g.asked, g.result, g.detail, g.answered,
      g.request_id as "requestId"
    from gate_command g left join site_device d on d.site = g.site and d.id = g.gate
      left join mirror_customer c on c.id = g.customer and c.deleted_at is null
    where ${all([
      site === undefined ? undefined : sql`g.site = ${site}`,
      lane === undefined ? undefined : sql`d.lane = ${lane}`,
      gate === undefined ? undefined : sql`g.gate = ${gate}`,
      id === undefined ? undefined : sql`g.id = ${id}`,
      customer === undefined ? undefined : sql`g.customer = ${customer}`,
      code === undefined ? undefined : sql`g.customer in ${holders(code)}`,
      from && sql`g.asked >= ${from}`,
      until && sql`g.asked <= ${until}`,
    ])} and not exists (select from lane_trace t where t.command = g.id)
    order by g.asked desc limit ${most}`.execute(db);
  return rows;
}

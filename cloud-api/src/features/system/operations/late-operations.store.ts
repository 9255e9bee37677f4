import { sql } from 'kysely';
import { operationIsLateAfterMs } from '@washdesk/contracts/system/operation';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { countUpToCap, type CappedCount } from '../../../db/capped-count.ts';
import type { Db } from '../../../db/pool.ts';

const late = sql`from operation o where o.state = 'started' and o.created < now() - make_interval(secs => ${operationIsLateAfterMs / 1_000})`;

interface LateRow {
  id: string;
  route: string;
  kind: string;
  customer: string | null;
  name: string | null;
  plate: string | null;
  by: string | null;
  since: Date;
  runs: number;
  reason: string | null;
  nextRun: Date;
}

/** Oldest first. */
export async function lateOperations(db: Db, most: number): Promise<LateRow[]> {
  const { rows } = await sql<LateRow>`
    select o.id, o.route, o.kind, o.customer, p.name, p.object->'metadata'->>${sql.lit(customerKeys.plate)} as plate, o.by->>'name' as by,
      o.created as since, o.runs, o.last_error as reason, o.due as "nextRun"
    from (select o.* ${late} order by o.created, o.id limit ${most}) o left join mirror_customer p on p.id = o.customer
    order by o.created, o.id`.execute(db);
  return rows;
}

export const countLateOperations = (db: Db): Promise<CappedCount> => countUpToCap(db, sql`select o.id ${late}`);

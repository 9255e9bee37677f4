import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

const mostListed = 500;
/** Number of latest responses in the average. */
export const answersInAverage = 10;

/** A client's responses since they were last stored. */
export interface SeenClient {
  address: string;
  userAgent: string;
  at: Date;
  /** Response times in milliseconds, newest last. */
  times: number[];
  device: string | null;
  program: string | null;
}

/** Clients kept for all processes together; each call may name another browser. */
export const mostClients = 5_000;

/** Removes those not seen for the longest time beyond the limit. */
export async function storeSeen(db: Db, seen: readonly SeenClient[], most = mostClients): Promise<void> {
  for (const { address, userAgent, at, times, device, program } of seen) {
    await sql`
      insert into client_metric as m (address, user_agent, last_access, times, device, program)
      values (${address}, ${userAgent}, ${at}, ${times}::integer[], ${device}, ${program})
      on conflict (address, user_agent) do update set
        last_access = greatest(m.last_access, excluded.last_access),
        times = (m.times || excluded.times)[greatest(cardinality(m.times) + cardinality(excluded.times) - ${answersInAverage - 1}, 1):],
        device = coalesce(excluded.device, m.device),
        program = coalesce(excluded.program, m.program)`.execute(db);
  }
  await sql`delete from client_metric where (address, user_agent) in (
    select address, user_agent from client_metric order by last_access desc offset ${most})`.execute(db);
}

interface ClientRow {
  ip: string;
  useragent: string;
  lastaccess: Date;
  average: number;
  name: string | null;
}

/** Last seen first. */
export async function listClients(db: Db): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    select m.address as ip, m.user_agent as useragent, m.last_access as lastaccess,
      (select round(avg(t))::integer from unnest(m.times) t) as average, coalesce(d.name, a.name) as name
    from client_metric m left join device d on d.id = m.device left join service_account a on a.client_id = m.program
    order by m.last_access desc limit ${mostListed}`.execute(db);
  return rows;
}

export async function removeClients(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('client_metric').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

import { v7 as uuidv7 } from 'uuid';
import type { Db, Pool } from '../../../db/pool.ts';

export interface GateCommand {
  id: string;
  site: number;
  gate: string;
  asked: Date;
  journal: string | null;
  result: string | null;
  detail: string | null;
  answered: Date | null;
}

export interface NewGateCommand {
  /** `gate.check`: the opening itself never arrived, and this row keeps it from opening later. */
  action: 'gate.open' | 'gate.check';
  id: string;
  site: number;
  gate: string;
  principal: string;
  employee: number | null;
  reason: string | null;
  customer: string | null;
  asked: Date;
  /** The journal to which the command is sent. */
  journal: string | null;
  device: string | null;
  requestId: string;
}

/** A page that was opened before an erasure still names the customer. */
const notErased = (customer: string): string =>
  `(select ${customer} where not exists (select from erased_object where hash = sha256(convert_to(${customer}, 'UTF8'))))`;

/** Gate, command and audit row in one round trip and one commit, because a car is waiting (the audit row as in audit/audit.ts). */
const note = {
  name: 'gate-note',
  text: `with gate as (
      select name from site_device where site = $2 and id = $3 and kind = 'gate'
    ), noted as (
      insert into gate_command (id, site, gate, principal, employee, reason, asked, journal, customer, result, answered, request_id)
      select $1, $2, $3, $4, $5, $6, $7, $10, ${notErased('$12::text')}, $14, $15, $9 from gate
      on conflict (id) do nothing
      returning id
    ), audited as (
      insert into audit (id, at, actor, site, action, subject, why, request_id, device)
      select $8, $7, $4, $2, $13, format('gate:%s/%s', $2::integer, $3::text), $6, $9, $11 from noted
    )
    select name, exists (select from noted) as "isNew" from gate`,
};

/**
 * Stores an opening before anything moves, or that it never arrived.
 * @returns the gate's name, and whether this id is new; null if the site has no such gate
 */
export async function insertGateCommand(pool: Pool, opening: NewGateCommand): Promise<{ name: string; isNew: boolean } | null> {
  const { id, site, gate, principal, employee, reason, customer, asked, journal, requestId, device, action } = opening;
  const values = [id, site, gate, principal, employee, reason, asked, uuidv7(), requestId, journal, device, customer, action];
  const [result, answered] = action === 'gate.check' ? ['expired', asked] : [null, null];
  const { rows } = await pool.raw.query<{ name: string; isNew: boolean }>(note, [...values, result, answered]);
  return rows[0] ?? null;
}

export function gateCommand(db: Db, id: string): Promise<GateCommand | undefined> {
  return db
    .selectFrom('gate_command')
    .select(['id', 'site', 'gate', 'asked', 'journal', 'result', 'detail', 'answered'])
    .where('id', '=', id)
    .executeTakeFirst();
}

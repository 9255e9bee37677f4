import { sql } from 'kysely';
import { z } from 'zod';
import type { PersonalTable } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

export const personalData = {
  audit_check: {
    plain: ['id', 'asked', 'asked_by', 'request_id', 'site', 'device', 'alive', 'sealed', 'ended', 'head', 'faults', 'fault_count'],
  },
} satisfies Record<string, PersonalTable>;

export interface AuditCheckRow {
  id: string;
  asked: Date;
  askedBy: string;
  askedByName: string | null;
  alive: Date | null;
  sealed: number;
  ended: Date | null;
  head: string | null;
  faults: string[];
  faultCount: number;
}

const stored = z.object({ faults: z.array(z.string()) });

const columns = sql`c.id, c.asked, c.asked_by as "askedBy", s.name as "askedByName", c.alive, c.sealed, c.ended, c.head, c.faults,
  c.fault_count as "faultCount"`;

async function newest(db: Db | Tx, order: ReturnType<typeof sql>): Promise<AuditCheckRow | null> {
  const { rows } = await sql<AuditCheckRow>`
    select ${columns} from audit_check c
    left join staff s on s.employee_number = case when c.asked_by ~ '^[0-9]{1,9}$' then c.asked_by::integer end ${order} limit 1`.execute(
    db,
  );
  return rows[0] ? { ...rows[0], ...stored.parse(rows[0]) } : null;
}

export const openCheck = (db: Db | Tx) => newest(db, sql`where c.ended is null`);
export const lastEndedCheck = (db: Db | Tx) => newest(db, sql`where c.ended is not null order by c.ended desc`);

interface NewCheck {
  id: string;
  asked: Date;
  askedBy: string;
  requestId: string;
  site: number | null;
  device: string | null;
}

/** @returns false if another check is in progress */
export async function insertCheck(tx: Tx, { id, asked, askedBy, requestId, site, device }: NewCheck): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into audit_check (id, asked, asked_by, request_id, site, device) values (${id}, ${asked}, ${askedBy}, ${requestId}, ${site}, ${device})
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

export interface ClaimedCheck {
  id: string;
  asked_by: string;
  request_id: string;
  site: number | null;
  device: string | null;
}

/**
 * Claims the check that is waiting, or whose process has sent no heartbeat for `silentSeconds`; null if none. Uses the database's clock.
 */
export async function claimCheck(db: Db, silentSeconds: number): Promise<ClaimedCheck | null> {
  const { rows } = await sql<ClaimedCheck>`
    update audit_check set alive = now(), sealed = 0
    where ended is null and (alive is null or alive < now() - make_interval(secs => ${silentSeconds}))
    returning id, asked_by, request_id, site, device`.execute(db);
  return rows[0] ?? null;
}

export async function storeCheckProgress(db: Db, id: string, sealed: number): Promise<void> {
  await sql`update audit_check set alive = now(), sealed = ${sealed} where id = ${id}`.execute(db);
}

/** Releases an unfinished check for the next process. */
export async function releaseCheck(db: Db, id: string): Promise<void> {
  await sql`update audit_check set alive = null where id = ${id} and ended is null`.execute(db);
}

interface Ended {
  at: Date;
  sealed: number;
  head: string | null;
  faults: readonly string[];
  faultCount: number;
}

/** @returns false if it had already ended */
export async function endCheck(tx: Tx, id: string, { at, sealed, head, faults, faultCount }: Ended): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update audit_check set ended = ${at}, sealed = ${sealed}, head = ${head}, faults = ${JSON.stringify(faults)}::jsonb, fault_count = ${faultCount}
    where id = ${id} and ended is null`.execute(tx);
  return numAffectedRows > 0n;
}

/** Returns the head of the last check without faults: it must still be in the chain. */
export async function lastGoodHead(db: Db): Promise<string | null> {
  const { rows } = await sql<{ head: string }>`
    select head from audit_check where ended is not null and fault_count = 0 and head is not null order by ended desc limit 1`.execute(db);
  return rows[0]?.head ?? null;
}

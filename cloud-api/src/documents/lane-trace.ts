import { sql, type Generated, type SqlBool } from 'kysely';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { stripControlCharacters } from '@washdesk/rules/text/text';
import type { ReceivedPayload } from '@washdesk/site-protocol/events';
import type { TraceHop } from '@washdesk/site-protocol/lane-trace';
import type { ErasedCodes } from '../db/erased-codes.ts';
import { hasCode, type PersonalTables } from '../db/personal-data.ts';
import type { Tx } from '../db/pool.ts';
import type { Json } from '../db/tables/columns.ts';
import { unlessErased } from '../mirror/erased.store.ts';

interface LaneTraceTable {
  id: string;
  site: number;
  began: Date;
  lane: number | null;
  /** The lanes that read its tag equally well. */
  tied_lanes: Generated<(number | null)[] | null>;
  gate: string | null;
  code: string | null;
  customer: string | null;
  command: string | null;
  employee: number | null;
  outcome: string;
  reason: string | null;
  hops: Json<TraceHop[]>;
}

declare module '../db/schema.ts' {
  interface Database {
    lane_trace: LaneTraceTable;
  }
}

export const personalData = {
  lane_trace: {
    plain: ['id', 'site', 'began', 'lane', 'tied_lanes', 'gate', 'command', 'employee', 'outcome'],
    personal: ['code', 'reason', 'hops'],
    customer: 'customer',
    also: (person) => sql<SqlBool>`(customer is null and ${hasCode('code')(person)})`,
    erase: 'rows',
    retention: { kind: 'traces', since: 'began' },
  },
} satisfies PersonalTables;

/**
 * Stores what happened to a car at a lane, once. Without a member from the roster, it belongs to the member for whom a cashier pressed Open
 * Gate. The code of a customer who was erased since is not stored.
 */
export async function storeLaneTrace(tx: Tx, site: number, trace: ReceivedPayload<'trace'>, erasedCodes: ErasedCodes): Promise<void> {
  const began = new Date(trace.began);
  const kept = (await erasedCodes.withoutErased(tx, trace, began)) as ReceivedPayload<'trace'>;
  const storable = (text: string | null): string | null => text && redactCardNumbers(stripControlCharacters(text));
  const { id, lane, tiedLanes = null, gate, code, command, employee, outcome } = kept;
  await tx
    .insertInto('lane_trace')
    .values({
      id,
      site,
      began,
      lane,
      tied_lanes: tiedLanes,
      gate,
      code: code && stripControlCharacters(code),
      customer: sql`coalesce(
        ${unlessErased(kept.customer)},
        (select customer from gate_command where id = ${command}::uuid and site = ${site}))`,
      command,
      employee,
      outcome,
      reason: storable(kept.reason),
      hops: JSON.stringify(kept.hops.map((hop) => ({ ...hop, detail: storable(hop.detail) }))),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

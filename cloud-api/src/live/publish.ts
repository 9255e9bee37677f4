import { sql } from 'kysely';
import type { LiveMessageOf, LiveTopic } from '@washdesk/contracts/live-topic';
import type { Db, Tx } from '../db/pool.ts';

export const liveChannel = 'washdesk_live';

/** The payload of the channel; without a message the sockets get a snapshot instead. */
export interface LiveNotice {
  topic: string;
  site: number;
  message?: { type: string; site: number };
}

/** PostgreSQL rejects a payload of 8,000 bytes. */
const mostBytes = 7_999;

/**
 * Sends a message to the sockets of every process; in a transaction, when it commits. For messages that every process receives from the
 * sites anyway, each process uses `LiveHub.deliver` instead.
 */
export async function publishLive<T extends LiveTopic>(db: Db | Tx, topic: T, message: LiveMessageOf<T>): Promise<void> {
  const notice: LiveNotice = { topic: topic.name, site: message.site };
  const whole = JSON.stringify({ ...notice, message });
  const payload = Buffer.byteLength(whole) <= mostBytes ? whole : JSON.stringify(notice);
  await sql`select pg_notify(${liveChannel}, ${payload})`.execute(db);
}

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/pool.ts';
import type { Channel, MessageKind } from '../db/tables/messages.ts';
import type { CauseOfJob } from '../jobs/job.ts';
import { enqueue } from '../jobs/job.store.ts';

export interface NewMessage {
  channel: Channel;
  /** E.164, or an e-mail address. */
  recipient: string;
  kind: MessageKind;
  /** The subject of an e-mail. */
  subject: string | null;
  text: string;
  customer: string | null;
  /** The operation that sends it: one message of a kind for each. */
  operation: string | null;
  /** The request that asked for it: one message for each. */
  asked: string | null;
  receipt: string | null;
  /** The time zone in whose hours of notices it is sent; at any time unless given. */
  hoursZone?: string;
  /** The call that sends it. */
  by: CauseOfJob;
  at: Date;
}

const deadlineDays = 1;

/** Makes two texts with the same words differ, because the provider's list is searched by the text. */
const withReference = (text: string, id: string): string => `${text}\nRef ${id.slice(-8).toUpperCase()}`;

/**
 * A text or an e-mail of an operation, in the operation's own transaction (docs/decisions/0003-jobs.md); it is sent later, once.
 * @returns its id; the first one's where the same operation or request enqueued it before
 */
export async function queueMessage(tx: Tx, message: NewMessage): Promise<string> {
  const { at, by, hoursZone = null, ...said } = message;
  const { channel, kind, text, customer } = said;
  const id = uuidv7();
  const row = {
    ...said,
    id,
    text: channel === 'sms' ? withReference(text, id) : text,
    unsubscribe: channel === 'email' && kind !== 'receipt' ? randomBytes(16).toString('base64url') : null,
    requested: at,
    hours_zone: hoursZone,
  };
  const written = await tx
    .insertInto('message')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return firstOf(tx, message);
  await enqueue(tx, { what: 'message.send', key: id, site: null, customer, payload: { message: id }, by, deadlineDays, created: at });
  return id;
}

/** Takes back those of these messages whose sending has not begun; the others go on. */
export async function discardMessages(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with unsent as (
      select key from job where what = 'message.send' and key = any(${[...ids]}::text[]) and state = 'pending' and attempts = 0
      for update skip locked
    )
    update message set state = 'discarded' from unsent where message.id = unsent.key::uuid and message.state = 'queued'`.execute(tx);
}

async function firstOf(tx: Tx, { asked, operation, kind }: NewMessage): Promise<string> {
  const { id } = await tx
    .selectFrom('message')
    .select('id')
    .where((is) => is.or([is('asked', '=', asked), is.and([is('operation', '=', operation), is('kind', '=', kind)])]))
    .executeTakeFirstOrThrow();
  return id;
}

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderCustomer } from '../common/provider-objects.ts';
import type { Db, Tx } from '../db/pool.ts';
import type { Channel, MessageKind } from '../db/tables/messages.ts';
import { enqueue } from '../jobs/job.store.ts';
import type { CauseOfJob } from '../jobs/job.ts';

/** How to contact a person. */
export interface Reached {
  channel: Channel;
  /** E.164, or an e-mail address. */
  recipient: string;
}

/** Chooses how to contact a customer; null if no channel is available or wanted. @param except channels that were rejected */
export type Reach = (db: Db, customer: ProviderCustomer, except?: readonly Channel[]) => Promise<Reached | null>;

export interface NewMessage extends Reached {
  kind: MessageKind;
  /** Of an email; a text has none. */
  subject: string | null;
  text: string;
  /** The same content for mail programs that show HTML. */
  html?: string;
  customer: string | null;
  /** The operation that sends it: one message per kind and operation. */
  operation: string | null;
  /** The request for it: one message per request. */
  asked: string | null;
  receipt: string | null;
  /** The time zone whose notice hours apply; any time if missing. */
  hoursZone?: string;
  /** The call that sends it. */
  by: CauseOfJob;
  at: Date;
}

const deadlineDays = 1;

/** Whether the recipient can unsubscribe: not from what was requested, nor from reports, which a setting sends. */
export const mayBeUnsubscribed = (kind: MessageKind): boolean =>
  !['receipt', 'member-link', 'member-act', 'cancellation', 'privacy', 'weekly-report'].includes(kind);

/** Makes two texts with the same words differ, because the provider's list is searched by text. */
const withReference = (text: string, id: string): string => `${text}\nRef ${id.slice(-8).toUpperCase()}`;

/**
 * Queues an operation's text or e-mail in the operation's own transaction (docs/decisions/0003-jobs.md); it is sent later, once.
 * @returns its id; the first one's id if the same operation or request queued it before
 */
export async function queueMessage(tx: Tx, message: NewMessage): Promise<string> {
  const { at, by, hoursZone = null, ...said } = message;
  const { channel, kind, subject, text, customer } = said;
  const id = uuidv7();
  const row = {
    ...said,
    id,
    subject: channel === 'sms' ? null : subject,
    text: channel === 'sms' ? withReference(text, id) : text,
    unsubscribe: channel === 'email' && mayBeUnsubscribed(kind) ? randomBytes(16).toString('base64url') : null,
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
  await enqueue(tx, { what: jobOf(kind), key: id, site: null, customer, payload: { message: id }, by, deadlineDays, created: at });
  return id;
}

/** Discards those of these messages that are not being sent yet; the others continue. */
export async function discardMessages(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with unsent as (
      select key from job where what = 'message.send' and key = any(${[...ids]}::text[]) and state = 'pending' and attempts = 0
      for update skip locked
    )
    update message set state = 'discarded' from unsent where message.id = unsent.key::uuid and message.state = 'queued'`.execute(tx);
}

/** Whether the text has a place for a member's link, which is filled in when it is sent. */
export const hasMemberLink = (kind: MessageKind): boolean => kind === 'member-link' || kind === 'payment-failed';

/** Kinds that the former release cannot send have a job of their own: it would send them wrong. */
function jobOf(kind: MessageKind): 'message.send' | 'weekly-report.send' | 'member-link.send' {
  if (kind === 'weekly-report') return 'weekly-report.send';
  return hasMemberLink(kind) ? 'member-link.send' : 'message.send';
}

async function firstOf(tx: Tx, { asked, operation, kind }: NewMessage): Promise<string> {
  const { id } = await tx
    .selectFrom('message')
    .select('id')
    .where((is) => is.or([is('asked', '=', asked), is.and([is('operation', '=', operation), is('kind', '=', kind)])]))
    .executeTakeFirstOrThrow();
  return id;
}

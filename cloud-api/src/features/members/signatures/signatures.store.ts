import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { SignatureTable } from '../../../db/tables/signatures.ts';

export type SignatureRow = Selectable<SignatureTable>;

/** The place of a tablet or of the signed-in user; without a terminal, all terminals of the site. */
export interface SigningPlace {
  site: number;
  terminal: string | null;
}

/** The newest ones: their customers are at the register. */
export const mostAtOnce = 100;
/** Three poll intervals of a tablet. */
const seenWithinSeconds = 15;

/** A request without a terminal is shown on every tablet of its site. */
const atDesk = ({ site, terminal }: SigningPlace) =>
  sql<boolean>`site = ${site} and (terminal is null or ${terminal}::text is null or terminal = ${terminal})`;

/** Returns the requests that wait there, oldest first. */
export async function waitingAt(db: Db, desk: SigningPlace, since: Date): Promise<SignatureRow[]> {
  const rows = await db
    .selectFrom('signature')
    .selectAll()
    .where('state', '=', 'pending')
    .where('requested', '>', since)
    .where(atDesk(desk))
    .orderBy('requested', 'desc')
    .orderBy('id', 'desc')
    .limit(mostAtOnce)
    .execute();
  return rows.toReversed();
}

/** Returns the request if it is visible at that place, locked. */
export async function lockedAt(tx: Tx, id: string, desk: SigningPlace): Promise<SignatureRow | undefined> {
  return tx.selectFrom('signature').selectAll().where('id', '=', id).where(atDesk(desk)).forUpdate().executeTakeFirst();
}

export async function signaturesOf(db: Db, customer: string): Promise<SignatureRow[]> {
  return db.selectFrom('signature').selectAll().where('customer', '=', customer).orderBy('requested', 'desc').execute();
}

export async function signatureById(db: Db | Tx, id: string): Promise<SignatureRow> {
  return db.selectFrom('signature').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function signatureOfOperation(db: Db, operation: string): Promise<SignatureRow | undefined> {
  return db.selectFrom('signature').selectAll().where('operation', '=', operation).executeTakeFirst();
}

/** A drawing, or a typed name. */
export type Signed = { image: Buffer; image_hash: Buffer; typed_name: null } | { image: null; image_hash: null; typed_name: string };

/** Ends a request as signed or canceled. */
export async function endSignature(
  tx: Tx,
  id: string,
  end:
    | (Signed & { state: 'signed'; signed_at: Date; device: string | null; signed_at_register_by: string | null })
    | { state: 'cancelled' },
): Promise<SignatureRow> {
  return tx.updateTable('signature').set(end).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export interface RequestedReceipt {
  receipt?: string | undefined;
  customer?: string | undefined;
  subscription?: string | undefined;
}

/** Returns the newest sign-up receipt of the given id. */
export async function signUpReceipt(db: Db, { receipt, customer, subscription }: RequestedReceipt): Promise<string | undefined> {
  let query = db.selectFrom('receipt').select('id').where('kind', '=', 'signup').where('customer', 'is not', null);
  if (receipt !== undefined) query = query.where('id', '=', receipt);
  if (customer !== undefined) query = query.where('customer', '=', customer);
  if (subscription !== undefined) query = query.where('subject', '=', subscription);
  return (await query.orderBy('created', 'desc').limit(1).executeTakeFirst())?.id;
}

export type PendingRequest = Pick<SignatureRow, 'id' | 'site' | 'terminal' | 'requested'>;

/** Returns the pending requests of all sites, oldest first. */
export async function pendingSince(db: Db, since: Date): Promise<PendingRequest[]> {
  return db
    .selectFrom('signature')
    .select(['id', 'site', 'terminal', 'requested'])
    .where('state', '=', 'pending')
    .where('requested', '>', since)
    .orderBy('requested')
    .orderBy('id')
    .execute();
}

/**
 * Stores that these tablets polled, each with the terminal it shows. Uses the database's clock, because moving the company's time must not
 * change whether a tablet counts as reachable.
 */
export async function stampPolls(db: Db, polls: ReadonlyMap<string, string | null>): Promise<void> {
  await sql`
    update device set polled = now(), polled_terminal = poll.terminal
    from unnest(${[...polls.keys()]}::uuid[], ${[...polls.values()]}::text[]) as poll (device, terminal)
    where id = poll.device`.execute(db);
}

/** Whether a tablet that shows requests of this place polled within the last seconds. */
export async function tabletSeen(db: Db, desk: SigningPlace): Promise<boolean> {
  const seen = await db
    .selectFrom('device')
    .select('id')
    .where('kind', '=', 'tablet')
    .where('revoked', 'is', null)
    .where('polled', '>', sql<Date>`now() - make_interval(secs => ${seenWithinSeconds})`)
    .where('site', '=', desk.site)
    .where(sql<boolean>`(${desk.terminal}::text is null or coalesce(terminal, polled_terminal, ${desk.terminal}) = ${desk.terminal})`)
    .limit(1)
    .executeTakeFirst();
  return seen !== undefined;
}

/** Returns the site's tablets that accept hints, by their id at the agent. */
export async function tabletsTakingHints(db: Db, site: number): Promise<string[]> {
  const rows = await db
    .selectFrom('site_device')
    .select('id')
    .where('site', '=', site)
    .where('kind', '=', 'tablet')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

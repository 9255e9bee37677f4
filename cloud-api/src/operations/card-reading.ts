import { sql } from 'kysely';
import { operationOf } from '@washdesk/rules/company/metadata-keys';
import { ownScope, requirePin, type Principal } from '../common/caller.ts';
import { Failure, notFound } from '../common/failure.ts';
import type { ProviderCard } from '../common/provider-objects.ts';
import { isAbout, type PersonalTables } from '../db/personal-data.ts';
import type { Db, Tx } from '../db/pool.ts';
import type { Payments, SetupIntent } from '../ports/payments.ts';
import { withProviderFailures } from './provider-failures.ts';

/** A card that a reader or form read for one setup intent: the proof that its owner is present (docs/rules/billing.md#cards). */
interface CardReadingTable {
  setup_intent: string;
  payment_method: string;
  /** Who read it: the scope of the principal that started the setup intent. */
  person: string;
  read: Date;
  /** The operation that used it. */
  operation: string;
}

declare module '../db/schema.ts' {
  interface Database {
    card_reading: CardReadingTable;
  }
}

export const personalData = {
  card_reading: {
    plain: ['setup_intent', 'person', 'read', 'operation'],
    personal: ['payment_method'],
    also: isAbout('payment_method'),
    erase: 'rows',
  },
} satisfies PersonalTables;

/** How long a reading proves that the card is present, by the database's clock. */
const refundableMinutes = 15;
const chargeableMinutes = 60;

export const unknownSetup = (): Failure => notFound('setup_intent_not_found', 'Card set-up not found');

const storedCard = (): Failure =>
  new Failure(409, 'stored_card_refused', 'This is a saved card, which wasn’t read just now. Read or enter the card again');

/**
 * Returns the card that a setup intent saved; null if it cannot be charged. For a reader it is the card that Stripe generated, since the
 * `card_present` one cannot be charged online; for a form, the entered one.
 */
export async function savedCard(payments: Payments, { generated_card, payment_method }: SetupIntent): Promise<ProviderCard | null> {
  const id = generated_card ?? payment_method;
  const card = id ? await withProviderFailures(payments.fetch('payment_method', id, 'interactive')) : null;
  return card && card.type !== 'card_present' ? card : null;
}

/**
 * Returns the card that was read. A browser with the setup intent's secret can confirm it with a stored card, which is older.
 * @throws Failure 404 `setup_intent_not_found`, 409 `card_not_ready`, `stored_card_refused`
 */
export async function cardRead(payments: Payments, id: string): Promise<{ setup: SetupIntent; card: ProviderCard | null }> {
  const setup = await withProviderFailures(payments.setupIntent(id));
  if (!setup) throw unknownSetup();
  if (setup.status !== 'succeeded') throw new Failure(409, 'card_not_ready', 'The card hasn’t been captured yet. Try again');
  const card = await savedCard(payments, setup);
  if (card && setup.generated_card === null && (card.created ?? 0) < setup.created) throw storedCard();
  return { setup, card };
}

/** Returns who started the setup intent by which operation; null if Washdesk did not. */
async function startOf(db: Db | Tx, { metadata }: SetupIntent): Promise<{ person: string; read: Date; minutes: number } | null> {
  const operation = operationOf(metadata);
  if (!operation) return null;
  const { rows } = await sql<{ person: string; read: Date; minutes: number }>`
    select (by->>'kind') || ':' || (by->>'id') as person, created as read, extract(epoch from now() - created)::float8 / 60 as minutes
    from operation where id = ${operation}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Rejects a reading that does not prove the card's presence for a refund by this person.
 * @throws Failure 409 `card_read_elsewhere`, `card_read_expired`
 */
export async function checkPresence(db: Db, setup: SetupIntent, principal: Principal): Promise<void> {
  const start = await startOf(db, setup);
  if (start?.person !== ownScope(principal)) throw new Failure(409, 'card_read_elsewhere', 'You didn’t read this card. Read it again');
  if (start.minutes > refundableMinutes) {
    throw new Failure(409, 'card_read_expired', `This card was read more than ${refundableMinutes} minutes ago. Read it again`);
  }
}

interface Use {
  setup: SetupIntent;
  card: string;
  operation: string;
}

/** Uses a reading up; one use in all. @throws Failure 409 `card_read_used` */
export async function usePresence(tx: Tx, use: Use): Promise<void> {
  if (!(await recordReading(tx, use))) throw new Failure(409, 'card_read_used', 'This card reading was already used. Read the card again');
}

/** Stores whose reading a card comes from. @returns false if the reading was used before, or was not started by Washdesk */
export async function recordReading(tx: Tx, { setup, card, operation }: Use): Promise<boolean> {
  const start = await startOf(tx, setup);
  if (!start) return false;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('card_reading')
    .values({ setup_intent: setup.id, payment_method: card, person: start.person, read: start.read, operation })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * Asks for the PIN to charge a stored card, unless this person read it within the last hour: its owner is then at the counter.
 * @throws Failure 403 `pin_required`
 */
export async function requirePresentCard(db: Db, principal: Principal, card: string): Promise<void> {
  const row = await db
    .selectFrom('card_reading')
    .select('setup_intent')
    .where('payment_method', '=', card)
    .where('person', '=', ownScope(principal))
    .where('read', '>', sql<Date>`now() - make_interval(mins => ${chargeableMinutes})`)
    .executeTakeFirst();
  if (!row) requirePin(principal);
}

import { sql } from 'kysely';
import { noGroups, type LoyaltyGroup } from '@washdesk/rules/plans/loyalty';
import type { Db, Tx } from '../../db/pool.ts';
import type { CardFields, Converged, Loyalty, LoyaltyMember, DesiredMember } from '../../ports/loyalty.ts';
import { columnsOf, memberOf, members } from './rows.ts';

/** The loyalty system of an installation that has no other: tables in the same database. */
export function postgresLoyalty(db: Db): Loyalty {
  return {
    member: (customer) => memberBy(db, customer),

    async members(customers) {
      if (customers.length === 0) return [];
      return (await members(db).where('m.customer', 'in', customers).execute()).map(memberOf);
    },

    async holder(card) {
      const row = await members(db).where('c.number', '=', card).executeTakeFirst();
      return row ? memberOf(row) : null;
    },

    async converge(wanted, at) {
      const known = await memberBy(db, wanted.customer);
      if (known && isAsWanted(known, wanted)) return { member: known, changed: false };
      return db.transaction().execute((tx) => bring(tx, wanted, at));
    },

    async forget(customer) {
      // the database deletes the loyalty card of a deleted member
      const { numDeletedRows } = await db.deleteFrom('loyalty_member').where('customer', '=', customer).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    writeCard: (card, fields, at) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .updateTable('loyalty_card')
          .set({ ...columnsOf(fields), changed: at })
          .where('number', '=', card)
          .returning('customer')
          .executeTakeFirst();
        return row ? memberBy(tx, row.customer) : null;
      }),

    setGroups: (customer, groups, at) => place(db, customer, { linked: true, groups }, at),
    unlink: (customer, at) => place(db, customer, { linked: false, groups: noGroups }, at),
  };
}

async function memberBy(db: Db | Tx, customer: string): Promise<LoyaltyMember | null> {
  const row = await members(db).where('m.customer', '=', customer).executeTakeFirst();
  return row ? memberOf(row) : null;
}

function isAsWanted(member: LoyaltyMember, { groups, card }: DesiredMember): boolean {
  if (!member.linked || member.groups.join() !== groups.join()) return false;
  if (!card || !member.card) return card === member.card;
  const held: CardFields & { number: string } = member.card;
  return Object.entries(card).every(([name, value]) => held[name as keyof typeof held] === value);
}

async function bring(tx: Tx, { customer, groups, card }: DesiredMember, at: Date): Promise<Converged> {
  const link = { linked: true, groups: [...groups], changed: at };
  await tx
    .insertInto('loyalty_member')
    .values({ customer, created: at, ...link })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet(link))
    .execute();
  if (card) await giveCard(tx, customer, card, at);
  else await tx.deleteFrom('loyalty_card').where('customer', '=', customer).execute();
  const member = await memberBy(tx, customer);
  if (!member) throw new Error('the row of a locked member is missing');
  return { member, changed: true };
}

/** A member with another card has it replaced, so that fields only the card has are kept. */
async function giveCard(tx: Tx, customer: string, { number, ...fields }: NonNullable<DesiredMember['card']>, at: Date): Promise<void> {
  // a number without a row has no row to lock
  await sql`select pg_advisory_xact_lock(hashtextextended(${`loyalty-card:${number}`}, 0))`.execute(tx);
  // in a fixed order, so that two members who swap cards wait for each other and do not deadlock
  const held = await tx
    .selectFrom('loyalty_card')
    .select(['number', 'customer'])
    .where((e) => e.or([e('number', '=', number), e('customer', '=', customer)]))
    .orderBy('number')
    .forUpdate()
    .execute();
  if (held.some((one) => one.number === number && one.customer !== customer)) {
    await tx.deleteFrom('loyalty_card').where('number', '=', number).execute();
  }
  const row = { number, ...columnsOf(fields), changed: at };
  if (held.some((one) => one.customer === customer))
    await tx.updateTable('loyalty_card').set(row).where('customer', '=', customer).execute();
  else
    await tx
      .insertInto('loyalty_card')
      .values({ customer, created: at, ...row })
      .execute();
}

async function place(
  db: Db,
  customer: string,
  { linked, groups }: { linked: boolean; groups: readonly LoyaltyGroup[] },
  at: Date,
): Promise<LoyaltyMember | null> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('loyalty_member')
      .set({ linked, groups: [...groups], changed: at })
      .where('customer', '=', customer)
      .executeTakeFirst();
    return numUpdatedRows ? memberBy(tx, customer) : null;
  });
}

import { sql } from 'kysely';
import type { LoyaltyGroup } from '@washdesk/rules/plans/loyalty';
import type { Db, Tx } from '../../db/pool.ts';
import type { LoyaltyCardTable, LoyaltyMemberTable } from '../../db/tables/loyalty.ts';
import type { CardFields, LoyaltyMember } from '../../ports/loyalty.ts';

type FieldColumn = Exclude<keyof LoyaltyCardTable, 'number' | 'customer' | 'created' | 'changed'>;

const columns: Record<keyof CardFields, FieldColumn> = {
  lastName: 'last_name',
  firstName: 'first_name',
  email: 'email',
  zipcode: 'zipcode',
  cellPhone: 'cell_phone',
  secondaryCode: 'secondary_code',
  npcStatus: 'npc_status',
};
const fieldNames = Object.keys(columns) as (keyof CardFields)[];

/** Returns the columns of the given fields. */
export const columnsOf = (fields: Partial<CardFields>): Partial<Pick<LoyaltyCardTable, FieldColumn>> =>
  Object.fromEntries(fieldNames.flatMap((name) => (fields[name] === undefined ? [] : [[columns[name], fields[name]]])));

type MemberRow = Pick<LoyaltyMemberTable, 'customer' | 'linked' | 'groups'> & { card: LoyaltyCardTable | null };

export function memberOf({ customer, linked, groups, card }: MemberRow): LoyaltyMember {
  const fields = card && (Object.fromEntries(fieldNames.map((name) => [name, card[columns[name]]])) as unknown as CardFields);
  // written only by `groupsFor` and a closed list of the contracts
  return { customer, linked, groups: groups as LoyaltyGroup[], card: card && fields && { number: card.number, ...fields } };
}

export const members = (db: Db | Tx) =>
  db
    .selectFrom('loyalty_member as m')
    .leftJoin('loyalty_card as c', 'c.customer', 'm.customer')
    .select(['m.customer', 'm.linked', 'm.groups', sql<LoyaltyCardTable | null>`to_jsonb(c)`.as('card')]);

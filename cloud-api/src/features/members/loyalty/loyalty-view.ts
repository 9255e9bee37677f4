import type { CardFieldName, LoyaltyMemberView } from '@washdesk/contracts/members/loyalty';
import { noGroups } from '@washdesk/rules/plans/loyalty';
import type { CardFields, LoyaltyMember } from '../../../ports/loyalty.ts';

/** A loyalty card with the contract's field names. */
const names = {
  LastName: 'lastName',
  FirstName: 'firstName',
  Email: 'email',
  Zipcode: 'zipcode',
  CellPhone: 'cellPhone',
  SecondaryCode: 'secondaryCode',
  NPCStatus: 'npcStatus',
} as const satisfies Record<CardFieldName, keyof CardFields>;
const wireNames = Object.keys(names) as CardFieldName[];

export function viewMember({ customer, linked, groups, card }: LoyaltyMember): LoyaltyMemberView {
  const fields = Object.fromEntries(wireNames.map((name) => [name, card?.[names[name]] ?? null])) as Record<CardFieldName, string | null>;
  return { customer, TheCardNumber: card?.number ?? null, ...fields, groups, linked };
}

export const unknownMember = (customer: string): LoyaltyMember => ({ customer, linked: false, groups: [...noGroups], card: null });

/** Returns the given fields; an empty one clears. */
export const fieldsIn = (given: { [N in CardFieldName]?: string | undefined }): Partial<CardFields> =>
  Object.fromEntries(wireNames.flatMap((name) => (given[name] === undefined ? [] : [[names[name], given[name] || null]])));

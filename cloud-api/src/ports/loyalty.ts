import type { LoyaltyGroup } from '@washdesk/rules/plans/loyalty';

/** What a loyalty card tells of its holder (docs/rules/members.md#loyalty); null for what is not known. */
export interface CardFields {
  lastName: string | null;
  firstName: string | null;
  email: string | null;
  zipcode: string | null;
  cellPhone: string | null;
  secondaryCode: string | null;
  /** Stored with the card alone: no other system knows it. */
  npcStatus: string | null;
}

/** The fields that follow from the customer. */
export type HolderFields = Omit<CardFields, 'npcStatus'>;

export interface LoyaltyCard extends CardFields {
  number: string;
}

/** A member of the loyalty system, by the payment provider's id. */
export interface LoyaltyMember {
  customer: string;
  /** Whether the member is linked to the gates (Logix). */
  linked: boolean;
  groups: LoyaltyGroup[];
  card: LoyaltyCard | null;
}

/** A member as the loyalty system must store it. */
export interface DesiredMember {
  customer: string;
  groups: readonly LoyaltyGroup[];
  card: (HolderFields & { number: string }) | null;
}

export interface Converged {
  member: LoyaltyMember;
  changed: boolean;
}

/**
 * Loyalty cards (TheCard) and the groups of the gates (Logix). Everything may be repeated: it ends the same.
 * Every call may throw LoyaltyUnavailable, and those that change something LoyaltyRefused.
 */
export interface Loyalty {
  /** Null for a customer whom it does not know. */
  member(customer: string): Promise<LoyaltyMember | null>;
  /** Null for a card that nobody holds. */
  holder(card: string): Promise<LoyaltyMember | null>;
  /** Links the member, with these groups, this card and no other one. A card that another member holds is taken from them. */
  converge(wanted: DesiredMember, at: Date): Promise<Converged>;
  /** Ends the link, and the card is free again. @returns whether there was anything to end */
  forget(customer: string): Promise<boolean>;
  /** @returns null for a card without a holder */
  writeCard(card: string, fields: Partial<CardFields>, at: Date): Promise<LoyaltyMember | null>;
  /** Links the member with these groups. @returns null for a customer whom it does not know */
  setGroups(customer: string, groups: readonly LoyaltyGroup[], at: Date): Promise<LoyaltyMember | null>;
  /** Removes the member from all groups; the card stays. @returns null for a customer whom it does not know */
  unlink(customer: string, at: Date): Promise<LoyaltyMember | null>;
}

/** The call failed, or its outcome is not known; trying again is harmless. The message can be shown on screens. */
export class LoyaltyUnavailable extends Error {}

/** The loyalty system refused for good. The message can be shown on screens. */
export class LoyaltyRefused extends Error {}

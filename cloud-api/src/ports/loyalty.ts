import type { LoyaltyGroup } from '@washdesk/rules/plans/loyalty';

/** What a loyalty card tells of its holder (docs/rules/members.md#loyalty); null for what is not known. */
export interface CardFields {
  lastName: string | null;
  firstName: string | null;
  email: string | null;
  zipcode: string | null;
  cellPhone: string | null;
  secondaryCode: string | null;
  /** Kept with the card alone: no other system knows it. */
  npcStatus: string | null;
}

/** The fields that follow from the customer. */
export type HolderFields = Omit<CardFields, 'npcStatus'>;

export interface LoyaltyCard extends CardFields {
  number: string;
}

/** Somebody of whom the loyalty system has heard, by the payment provider's id. */
export interface LoyaltyMember {
  customer: string;
  /** To the gates (Logix). */
  linked: boolean;
  groups: LoyaltyGroup[];
  card: LoyaltyCard | null;
}

/** A member as the loyalty system must know them. */
export interface WantedMember {
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
  /** Null for somebody of whom it has never heard. */
  member(customer: string): Promise<LoyaltyMember | null>;
  /** Null for a card that nobody holds. */
  holder(card: string): Promise<LoyaltyMember | null>;
  /** Links the member, with these groups, this card and no other one. A card that somebody else holds is taken from them. */
  converge(wanted: WantedMember, at: Date): Promise<Converged>;
  /** Ends the link, and the card is free again. @returns whether there was anything to end */
  forget(customer: string): Promise<boolean>;
  /** @returns null where nobody holds the card */
  writeCard(card: string, fields: Partial<CardFields>, at: Date): Promise<LoyaltyMember | null>;
  /** Links the member with these groups. @returns null for somebody of whom it has never heard */
  setGroups(customer: string, groups: readonly LoyaltyGroup[], at: Date): Promise<LoyaltyMember | null>;
  /** Out of all groups; the card stays. @returns null for somebody of whom it has never heard */
  unlink(customer: string, at: Date): Promise<LoyaltyMember | null>;
}

/** Nothing was done, or it is not known: trying again is harmless. The message is fit for screens. */
export class LoyaltyUnavailable extends Error {}

/** It will never be done. The message is fit for screens. */
export class LoyaltyRefused extends Error {}

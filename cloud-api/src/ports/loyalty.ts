import type { LoyaltyGroup } from '@washdesk/rules/plans/loyalty';

/** The holder's data of a loyalty card (docs/rules/members.md#loyalty); null if unknown. */
export interface CardFields {
  lastName: string | null;
  firstName: string | null;
  email: string | null;
  zipcode: string | null;
  cellPhone: string | null;
  secondaryCode: string | null;
  /** Stored only with the card: no other system has it. */
  npcStatus: string | null;
}

/** The fields that are derived from the customer. */
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

/** The desired state of a member in the loyalty system. */
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
 * Loyalty cards (TheCard) and the gates' groups (Logix). Every call is idempotent. Every call may throw LoyaltyUnavailable, and changes
 * also LoyaltyRefused.
 */
export interface Loyalty {
  /** Returns null for an unknown customer. */
  member(customer: string): Promise<LoyaltyMember | null>;
  /** Returns those of these customers that it has. */
  members(customers: readonly string[]): Promise<LoyaltyMember[]>;
  /** Returns null for a card without a holder. */
  holder(card: string): Promise<LoyaltyMember | null>;
  /** Links the member, with exactly these groups and this card. If another member holds the card, it is taken from that member. */
  converge(wanted: DesiredMember, at: Date): Promise<Converged>;
  /** Removes the link and frees the card. @returns whether there was a link */
  forget(customer: string): Promise<boolean>;
  /** @returns null for a card without a holder */
  writeCard(card: string, fields: Partial<CardFields>, at: Date): Promise<LoyaltyMember | null>;
  /** Links the member with these groups. @returns null for an unknown customer */
  setGroups(customer: string, groups: readonly LoyaltyGroup[], at: Date): Promise<LoyaltyMember | null>;
  /** Removes the member from all groups; the card stays. @returns null for an unknown customer */
  unlink(customer: string, at: Date): Promise<LoyaltyMember | null>;
}

/** The call failed or its outcome is unknown; a retry is harmless. The message can be shown on screens. */
export class LoyaltyUnavailable extends Error {}

/** The loyalty system refused permanently. The message can be shown on screens. */
export class LoyaltyRefused extends Error {}

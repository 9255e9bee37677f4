/** The customers that the built-in loyalty system knows. */
export interface LoyaltyMemberTable {
  customer: string;
  /** Whether the member is linked to the gates (Logix). */
  linked: boolean;
  groups: string[];
  created: Date;
  changed: Date;
}

/** A card that somebody holds; a card without a holder is in no row. */
export interface LoyaltyCardTable {
  number: string;
  customer: string;
  last_name: string | null;
  first_name: string | null;
  email: string | null;
  zipcode: string | null;
  cell_phone: string | null;
  secondary_code: string | null;
  npc_status: string | null;
  created: Date;
  changed: Date;
}

declare module '../schema.ts' {
  interface Database {
    loyalty_member: LoyaltyMemberTable;
    loyalty_card: LoyaltyCardTable;
  }
}

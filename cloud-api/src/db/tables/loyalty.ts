/** Whoever the built-in loyalty system has heard of. */
export interface LoyaltyMemberTable {
  customer: string;
  /** To the gates (Logix). */
  linked: boolean;
  groups: string[];
  created: Date;
  changed: Date;
}

/** A card that somebody holds; one that nobody holds is in no row. */
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

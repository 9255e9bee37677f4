import type { PersonalTables } from '../personal-data.ts';
/** The customers of the built-in loyalty system. */
export interface LoyaltyMemberTable {
  customer: string;
  /** Whether the member is linked to the gates (Logix). */
  linked: boolean;
  groups: string[];
  created: Date;
  changed: Date;
}

/** A card with a holder; a card without one has no row. */
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

export const personalData = {
  loyalty_member: {
    plain: ['linked', 'groups', 'created', 'changed'],
    customer: 'customer',
    erase: 'rows',
  },
  loyalty_card: {
    plain: ['created', 'changed'],
    personal: ['number', 'last_name', 'first_name', 'email', 'zipcode', 'cell_phone', 'secondary_code', 'npc_status'],
    customer: 'customer',
    erase: 'rows',
  },
} satisfies PersonalTables;

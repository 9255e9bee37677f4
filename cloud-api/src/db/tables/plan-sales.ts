import { type ColumnType, type Generated, sql } from 'kysely';
import type { PersonalTables } from '../personal-data.ts';

/** A sign-up or an upgrade, with its seller. */
interface PlanSaleTable {
  /** For a sign-up the subscription's id; for an upgrade the operation's, or the audit row's if it predates this table. */
  id: string;
  kind: 'sign-up' | 'upgrade';
  at: Date;
  /** The date at its site. */
  day: ColumnType<string, string, string>;
  site: number | null;
  /** As the rule `sellerOf` names sellers. */
  seller: string;
  /** As recorded with the sale. */
  seller_name: string | null;
  subscription: string;
  customer: string;
  /** The prices before and after an upgrade. */
  former_price: string | null;
  price: string | null;
  /** When a sign-up was canceled; null while it is active. */
  left_at: Date | null;
  reason: string | null;
  /** Whether it was canceled early enough to count against the seller. */
  early: Generated<boolean>;
}

declare module '../schema.ts' {
  interface Database {
    plan_sale: PlanSaleTable;
  }
}

export const personalData = {
  plan_sale: {
    plain: ['id', 'kind', 'at', 'day', 'site', 'seller', 'seller_name', 'subscription', 'former_price', 'price', 'left_at', 'early'],
    personal: ['reason'],
    customer: 'customer',
    erase: { reason: sql`null` },
  },
} satisfies PersonalTables;

import type { ColumnType, Generated } from 'kysely';

/** A sign-up or an upgrade, and who sold it. */
export interface PlanSaleTable {
  /** Of a sign-up the subscription's; of an upgrade the operation's, or the audit row's of one that was made before there was this table. */
  id: string;
  kind: 'sign-up' | 'upgrade';
  at: Date;
  /** The date at its site. */
  day: ColumnType<string, string, string>;
  site: number | null;
  /** As the rule `sellerOf` names sellers. */
  seller: string;
  /** As it stood with the sale. */
  seller_name: string | null;
  subscription: string;
  customer: string;
  /** The prices before and after an upgrade. */
  former_price: string | null;
  price: string | null;
  /** When a sign-up was cancelled; null while it runs. */
  left_at: Date | null;
  reason: string | null;
  /** Whether it was cancelled so soon that it counts against who sold it. */
  early: Generated<boolean>;
}

/** Sums of sales, kept by the database itself whenever sales change. */
export interface PlanSaleWeekTable {
  /** The Monday of the week. */
  week: string;
  site: number | null;
  seller: string;
  sign_ups: number;
  upgrades: number;
  early: number;
}

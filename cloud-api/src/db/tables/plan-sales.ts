import type { ColumnType, Generated } from 'kysely';

/** A sign-up or an upgrade, and who sold it. */
interface PlanSaleTable {
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

declare module '../schema.ts' {
  interface Database {
    plan_sale: PlanSaleTable;
  }
}

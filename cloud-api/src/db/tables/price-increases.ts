import type { IncreaseMemberState, IncreaseState } from '@washdesk/contracts/billing/price-increase';
import type { NoticeKind, NoticeState } from '@washdesk/contracts/billing/increase-notice';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './columns.ts';
import type { Channel } from './messages.ts';

interface PriceIncreaseTable {
  id: string;
  name: string;
  created: Date;
  /** The name of who chose its members. */
  created_by: string;
  /** The scope and key of the request that made it: the same request again is the same increase. */
  asked: string;
  /** Which members, and what they are to pay; with a version. */
  choice: Json<Record<string, unknown>>;
  /** The 1st from which the new prices hold. */
  effective: ColumnType<string, string, never>;
  state: IncreaseState;
  /** How far the members are chosen: the place in the choice's prices, and behind which subscription. */
  chosen: ColumnType<{ place: number; behind: string }, string | undefined, string>;
  members: Generated<number>;
  /** The person who started the run first, in whose name every schedule is made. */
  run_by: ColumnType<Record<string, unknown> | null, string | null, string>;
  undone_by: ColumnType<Record<string, unknown> | null, string | null, string>;
  /** When its dry run ended last, by the company's time. */
  checked: Date | null;
}

export interface PriceIncreaseMemberTable {
  increase: string;
  subscription: string;
  customer: string;
  /** The customer's name when the members were chosen; empty for none. */
  name: string;
  site: number | null;
  old_price: string;
  new_price: string;
  /** Cents a month before tax, and with it. */
  old_amount: number;
  new_amount: number;
  old_total: number;
  new_total: number;
  state: IncreaseMemberState;
  /** Why it is skipped, as a rule names it. */
  reason: string | null;
  /** Why it is skipped, refused or kept, in words. */
  detail: string | null;
  /** How often the run or the undo has begun with it. */
  attempts: Generated<number>;
  due: ColumnType<Date, never, Date>;
  /** Until when a process holds it. */
  leased_until: Date | null;
}

/** What a member of a bulk increase is told, once of each kind. */
interface IncreaseNoticeTable {
  id: Generated<string>;
  increase: string;
  subscription: string;
  kind: NoticeKind;
  state: Generated<NoticeState>;
  /** The way by which the notice is queued or was sent. */
  channel: Channel | null;
  /** The ways that were refused. */
  refused: ColumnType<Channel[], never, never>;
  /** The message that was queued last. */
  message: string | null;
  /** Why it was refused or dropped, in words. */
  reason: string | null;
  /** Not looked at before, by the system's time. */
  due: ColumnType<Date, never, Date>;
  /** When the member was told, by the company's time. */
  told: Date | null;
}

declare module '../schema.ts' {
  interface Database {
    price_increase: PriceIncreaseTable;
    price_increase_member: PriceIncreaseMemberTable;
    increase_notice: IncreaseNoticeTable;
  }
}

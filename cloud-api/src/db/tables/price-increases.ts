import { type ColumnType, type Generated, sql } from 'kysely';
import type { NoticeKind, NoticeState } from '@washdesk/contracts/billing/plans/increase-notice';
import type { IncreaseMemberState, IncreaseState } from '@washdesk/contracts/billing/plans/price-increase';
import type { PersonalTables } from '../personal-data.ts';
import type { Json } from './columns.ts';
import type { Channel } from './messages.ts';

interface PriceIncreaseTable {
  id: string;
  name: string;
  created: Date;
  /** The name of the user who chose its members. */
  created_by: string;
  /** The scope and key of the request that created it: a repeated request returns the same increase. */
  asked: string;
  /** The members and their new prices, with a version. */
  choice: Json<Record<string, unknown>>;
  /** The 1st from which the new prices apply. */
  effective: ColumnType<string, string, never>;
  state: IncreaseState;
  /** Progress of choosing members: the index in the choice's prices, and the last subscription. */
  chosen: ColumnType<{ place: number; behind: string }, string | undefined, string>;
  members: Generated<number>;
  /** The person who first started the run, in whose name every schedule is created. */
  run_by: ColumnType<Record<string, unknown> | null, string | null, string>;
  undone_by: ColumnType<Record<string, unknown> | null, string | null, string>;
  /** When its last dry run ended, in company time. */
  checked: Date | null;
}

export interface PriceIncreaseMemberTable {
  increase: string;
  subscription: string;
  customer: string;
  /** The customer's name when the members were chosen; empty if none. */
  name: string;
  site: number | null;
  old_price: string;
  new_price: string;
  /** Cents per month before tax, and with it. */
  old_amount: number;
  new_amount: number;
  old_total: number;
  new_total: number;
  state: IncreaseMemberState;
  /** Why it is skipped, as a rule's name. */
  reason: string | null;
  /** Why it is skipped, refused or kept, as text. */
  detail: string | null;
  /** How many times the run or the undo has started this member. */
  attempts: Generated<number>;
  due: ColumnType<Date, never, Date>;
  /** When the lease of the current process ends. */
  leased_until: Date | null;
}

/** A notice of a bulk increase to a member, once per kind. */
interface IncreaseNoticeTable {
  id: Generated<string>;
  increase: string;
  subscription: string;
  kind: NoticeKind;
  state: Generated<NoticeState>;
  /** The channel by which the notice is queued or was sent. */
  channel: Channel | null;
  /** The channels that were refused. */
  refused: ColumnType<Channel[], never, never>;
  /** The last queued message. */
  message: string | null;
  /** Why it was refused or dropped, as text. */
  reason: string | null;
  /** The earliest next check, in system time. */
  due: ColumnType<Date, never, Date>;
  /** When the member was notified, in company time. */
  told: Date | null;
}

declare module '../schema.ts' {
  interface Database {
    price_increase: PriceIncreaseTable;
    price_increase_member: PriceIncreaseMemberTable;
    increase_notice: IncreaseNoticeTable;
  }
}

export const personalData = {
  price_increase: {
    plain: [
      'id',
      'name',
      'created',
      'created_by',
      'asked',
      'choice',
      'effective',
      'state',
      'chosen',
      'members',
      'checked',
      'run_by',
      'undone_by',
    ],
  },
  price_increase_member: {
    plain: [
      'increase',
      'subscription',
      'site',
      'old_price',
      'new_price',
      'old_amount',
      'new_amount',
      'old_total',
      'new_total',
      'state',
      'reason',
      'attempts',
      'due',
      'leased_until',
    ],
    personal: ['name', 'detail'],
    customer: 'customer',
    erase: { name: sql`''`, detail: sql`null` },
  },
  increase_notice: {
    plain: ['id', 'increase', 'subscription', 'kind', 'state', 'channel', 'refused', 'message', 'reason', 'due', 'told'],
  },
} satisfies PersonalTables;

import type { ColumnType, Generated } from 'kysely';

export type Channel = 'sms' | 'email';
export type MessageKind = 'welcome' | 'receipt' | 'price-increase';

export interface MessageTable {
  id: string;
  channel: Channel;
  /** E.164, or an e-mail address. */
  recipient: string;
  kind: MessageKind;
  /** The subject of an e-mail. */
  subject: string | null;
  text: string;
  customer: string | null;
  /** The operation that sends it; null for one that somebody asked for. */
  operation: string | null;
  /** The id of the receipt, or of what it is about, as the caller gave it. */
  receipt: string | null;
  /** The scope and key of the request that asked for it: the same request again is the same message. */
  asked: string | null;
  /** The token of the public link by which the reader ends such e-mails; null for a message that cannot be ended. */
  unsubscribe: string | null;
  /** The time zone in whose hours of notices it is sent; null for one that may go at any time. */
  hours_zone: string | null;
  state: Generated<'queued' | 'sent' | 'refused' | 'discarded'>;
  provider_id: string | null;
  /** Why it was refused, without the address. */
  reason: string | null;
  /** When the message was requested, by the company's time. */
  requested: Date;
  /** When the message was queued, by the system's time, as the provider dates what it accepted. */
  queued: ColumnType<Date, never, never>;
  sent: Date | null;
}

declare module '../schema.ts' {
  interface Database {
    message: MessageTable;
  }
}

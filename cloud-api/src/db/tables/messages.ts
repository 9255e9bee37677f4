import { type ColumnType, type Generated, sql, type SqlBool } from 'kysely';
import { hasAddress, type PersonalTables } from '../personal-data.ts';

export type Channel = 'sms' | 'email';
export type MessageKind =
  | 'welcome'
  | 'receipt'
  | 'payment-link'
  | 'member-link'
  | 'payment-failed'
  | 'cancellation'
  | 'member-act'
  | 'privacy'
  | 'price-increase'
  | 'weekly-report';

export interface MessageTable {
  id: string;
  channel: Channel;
  /** E.164, or an e-mail address. */
  recipient: string;
  kind: MessageKind;
  subject: string | null;
  text: string;
  /** The same content for mail programs that show HTML; null for text alone. */
  html: Generated<string | null>;
  customer: string | null;
  /** The operation that sends it; null if a user requested it. */
  operation: string | null;
  /** The id of the receipt, the plan or the member's link that it is about, as the caller sent it. */
  receipt: string | null;
  /** The scope and key of the request: a repeated request returns the same message. */
  asked: string | null;
  /** The token of the public link to unsubscribe from such e-mails; null if that is not possible. */
  unsubscribe: string | null;
  /** The time zone whose notice hours apply; null if it may be sent at any time. */
  hours_zone: string | null;
  state: Generated<'queued' | 'sent' | 'refused' | 'discarded'>;
  provider_id: string | null;
  /** The reason for the refusal, without the address. */
  reason: string | null;
  /** When the message was requested, in company time. */
  requested: Date;
  /** When the message was queued, in system time, as the provider dates what it accepted. */
  queued: ColumnType<Date, never, never>;
  sent: Date | null;
}

declare module '../schema.ts' {
  interface Database {
    message: MessageTable;
  }
}

export const personalData = {
  message: {
    plain: ['id', 'channel', 'kind', 'operation', 'receipt', 'asked', 'hours_zone', 'state', 'provider_id', 'requested', 'queued', 'sent'],
    personal: ['recipient', 'subject', 'text', 'html', 'reason', 'unsubscribe'],
    customer: 'customer',
    // a report goes to staff, even at an address that a customer has too
    also: (person) => sql<SqlBool>`${hasAddress('recipient')(person)} and kind <> 'weekly-report'`,
    until: sql<SqlBool>`state <> 'queued'`,
    erase: 'rows',
    internal: ['asked', 'unsubscribe'],
    retention: { kind: 'messages', since: 'queued', where: sql<SqlBool>`state <> 'queued'` },
  },
} satisfies PersonalTables;

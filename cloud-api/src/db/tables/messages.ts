import type { ColumnType, Generated } from 'kysely';

export type Channel = 'sms' | 'email';
export type MessageKind = 'welcome' | 'receipt';

export interface MessageTable {
  id: string;
  channel: Channel;
  /** E.164, or an e-mail address. */
  recipient: string;
  kind: MessageKind;
  /** Of an e-mail. */
  subject: string | null;
  text: string;
  customer: string | null;
  /** The operation that sends it; null for one that somebody asked for. */
  operation: string | null;
  /** What it tells of, as it was asked for. */
  receipt: string | null;
  /** Whose request it answers: the same request again is the same message. */
  asked: string | null;
  /** Names it in a public link by which its reader ends such e-mails; null for what cannot be ended. */
  unsubscribe: string | null;
  state: Generated<'queued' | 'sent' | 'refused'>;
  provider_id: string | null;
  /** Why it was refused, without the address. */
  reason: string | null;
  /** By the company's time. */
  requested: Date;
  /** By the system's, as the provider dates what it took. */
  queued: ColumnType<Date, never, never>;
  sent: Date | null;
}

/** Who wants no messages at an address any more. */
export interface MessageOptOutTable {
  channel: Channel;
  /** E.164, or an e-mail address in small letters. */
  address: string;
  since: Date;
}

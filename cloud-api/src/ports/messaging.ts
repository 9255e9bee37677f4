import type { Channel } from '../db/tables/messages.ts';

export interface OutgoingMessage {
  /** Our own id; the same for every attempt. */
  id: string;
  channel: Channel;
  /** E.164, or an e-mail address. */
  to: string;
  subject: string | null;
  text: string;
  /** The same content for mail programs that show HTML; null for text alone. */
  html: string | null;
  /** The unsubscribe link of such e-mails; null if unsubscribing is not possible. */
  unsubscribe: string | null;
  /** The earliest time an earlier attempt may have arrived, in system time; null for the first attempt. */
  mayHaveGoneSince: Date | null;
}

/** Why a message will never be sent. */
export type RefusedBecause = 'opted_out' | 'bad_address' | 'not_set_up' | 'other';

/**
 * How sending ended. Reasons can be shown on screens and in logs: they never contain the address or the text.
 * - accepted: the provider has it and delivers it
 * - refused: the provider will never accept it
 * - unavailable: it was certainly not accepted; a retry is harmless
 * - unknown: no response arrived; it may have been accepted
 */
export type SendOutcome =
  | { kind: 'accepted'; providerId: string | null }
  | { kind: 'refused'; because: RefusedBecause; reason: string }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'unknown'; reason: string };

export interface Messaging {
  /** Ends within 12 s. */
  send(message: OutgoingMessage): Promise<SendOutcome>;
}

/** A text message to the company. */
export interface InboundText {
  /** The provider's id of the text. */
  id: string;
  /** E.164. */
  from: string;
  text: string;
}

/** The text did not come from the provider. */
export class ForgedText extends Error {}

export interface InboundTexts {
  /** @param address where the provider called us @throws ForgedText */
  read(address: string, form: URLSearchParams, signature: string): InboundText;
}

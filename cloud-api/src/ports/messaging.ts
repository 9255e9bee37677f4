import type { Channel } from '../db/tables/messages.ts';

export interface OutgoingMessage {
  /** Our own id; the same at every attempt. */
  id: string;
  channel: Channel;
  /** E.164, or an e-mail address. */
  to: string;
  /** The subject of an e-mail. */
  subject: string | null;
  text: string;
  /** The address at which the reader ends such e-mails; null where they cannot be ended. */
  unsubscribe: string | null;
  /** Since when an earlier attempt may have arrived, by the system's clock; null at the first. */
  mayHaveGoneSince: Date | null;
}

/** Why a message will never be sent. */
export type RefusedBecause = 'opted_out' | 'bad_address' | 'not_set_up' | 'other';

/**
 * How sending ended. Reasons can be shown on screens and in logs: they never hold the address or the text.
 * - accepted: the provider has it and delivers it
 * - refused: the provider will never take it
 * - unavailable: it surely was not taken; trying again is harmless
 * - unknown: no answer came; it may have been taken
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
  /** E.164. */
  from: string;
  text: string;
}

/** The text did not come from the provider. */
export class ForgedText extends Error {}

export interface InboundTexts {
  /** @param address under which the provider reached us @throws ForgedText */
  read(address: string, form: URLSearchParams, signature: string): InboundText;
}

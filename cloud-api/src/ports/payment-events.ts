import type { ProviderKind } from '../common/provider-objects.ts';

/** Something that the provider reports once and a person has to act on. */
export interface ProviderAlarm {
  about: 'fraud-warning' | 'review-opened' | 'payout-failed' | 'invoice-not-finalized';
  /** The object that it is about: a charge, a payout or an invoice. */
  id: string;
  /** The provider's reason or details, in its words; null for none. */
  detail: string | null;
  /** Whether nothing can be done any more. */
  settled: boolean;
}

/** A change reported by the provider. The event names what to read; its own content may be out of date on arrival. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Epoch seconds. */
  created: number;
  /** The object to read; null if the mirror stores nothing of it. */
  about: { kind: ProviderKind; id: string } | null;
  customer: string | null;
  alarm: ProviderAlarm | null;
  /** The payment page that was paid or has expired. */
  checkout?: string | null;
  /** A declined card of a visitor who is no customer. */
  declined?: { charge: string; email: string | null; fingerprint: string | null } | null;
  /** The operation whose set-up of a card failed, as its metadata names it. */
  failedSetup?: string | null;
  /** False for a kind of event that this release neither reads nor ignores on purpose. */
  known: boolean;
}

/** The event is not from the provider, or too old to trust. */
export class ForgedEvent extends Error {}

/** An event with the provider's signature and an unknown form: a person has to check it. */
export interface UnknownEvent {
  /** The unexpected part. */
  unknown: string;
}

/** The event is signed but not JSON. */
export class UnreadableEvent extends Error {}

export interface PaymentEvents {
  /** @throws ForgedEvent, UnreadableEvent */
  read(body: Buffer, signature: string): ProviderEvent | UnknownEvent;
}

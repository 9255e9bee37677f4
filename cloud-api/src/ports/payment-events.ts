import type { ProviderKind } from '../common/provider-objects.ts';

/** The provider reports a change. The event names what to read; its own content may be old when it comes. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Epoch seconds. */
  created: number;
  /** The object to read; null where the mirror holds nothing of it. */
  about: { kind: ProviderKind; id: string } | null;
  customer: string | null;
}

/** The event is not from the provider, or too old to be trusted. */
export class ForgedEvent extends Error {}

/** An event that the provider signed and that has no known form: somebody has to look at it. */
export interface UnknownEvent {
  /** What was not as expected. */
  unknown: string;
}

/** The event is signed, but is not JSON. */
export class UnreadableEvent extends Error {}

export interface PaymentEvents {
  /** @throws ForgedEvent, UnreadableEvent */
  read(body: Buffer, signature: string): ProviderEvent | UnknownEvent;
}

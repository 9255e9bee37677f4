import type { ProviderKind } from '../db/provider-objects.ts';

/** The provider says that something changed. It names what to read again; what it says of it may be old when it comes. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Epoch seconds. */
  created: number;
  /** Null where the mirror holds nothing of it. */
  about: { kind: ProviderKind; id: string } | null;
  customer: string | null;
}

/** Not from the provider, or too old to be believed. */
export class ForgedEvent extends Error {}

export interface PaymentEvents {
  /** @throws ForgedEvent */
  read(body: Buffer, signature: string): ProviderEvent;
}

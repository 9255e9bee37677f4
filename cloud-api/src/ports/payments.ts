import type { ProviderKind, ProviderObjects } from '../db/provider-objects.ts';

export interface CardReader {
  id: string;
  label: string;
  ip_address: string | null;
  status: 'online' | 'offline' | null;
  last_seen_at: number | null;
  serial_number: string;
  device_type: string;
  location: string | null;
}

/** The provider cannot be reached or is overloaded: nothing was changed, trying again later is right. */
export class PaymentsUnavailable extends Error {}

/** Cards and subscriptions at the payment provider. Reads only, until money is taken here. */
export interface Payments {
  /**
   * Every object of a kind, page by page of at most 100, canceled subscriptions too; deleted customers are not in it.
   * `beforePage` runs before each page is asked for.
   * @throws PaymentsUnavailable
   */
  list<K extends ProviderKind>(kind: K, beforePage: () => Promise<void>): AsyncIterable<ProviderObjects[K][]>;
  /** One customer, `{id, deleted: true}` for a deleted one, null where there never was one. @throws PaymentsUnavailable */
  customer(id: string): Promise<ProviderObjects['customer'] | null>;
  /** @throws PaymentsUnavailable */
  readers(locationId: string | undefined): Promise<CardReader[]>;
  /** A token for the browser's Terminal SDK, scoped to one location. @throws PaymentsUnavailable */
  connectionToken(locationId: string | null): Promise<string>;
}

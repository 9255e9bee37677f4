import type { LiveMessageOf, LiveTopic } from '@washdesk/contracts/live-topic';

/** What one socket may hear. */
export interface LiveGrant {
  topic: string;
  /** Null: the messages of all sites. */
  site: number | null;
  filter: Readonly<Record<string, string>>;
  session: string;
}

/** A topic as the feature that owns its data offers it. */
export interface LiveSource<T extends LiveTopic = LiveTopic> {
  topic: T;
  /**
   * The state now: sent to each new socket before any change, and again when changes may have been missed. What the grant does not cover is
   * left out by the hub. A topic whose messages are events has none.
   */
  snapshot?(grant: LiveGrant): Promise<readonly LiveMessageOf<T>[]>;
}

export const covers = ({ topic, site, filter }: LiveGrant, name: string, message: { site: number }): boolean =>
  topic === name &&
  (site === null || site === message.site) &&
  Object.entries(filter).every(([field, value]) => (message as Record<string, unknown>)[field] === value);

import type { LiveMessageOf, LiveTopic } from '@washdesk/contracts/live-topic';

/** What one socket may receive. */
export interface LiveGrant {
  topic: string;
  /** Null: the messages of all sites. */
  site: number | null;
  filter: Readonly<Record<string, string>>;
  /** Null for an enrolled device without a sign-in. */
  session: string | null;
  /** The enrolled device that listens without a sign-in. */
  device?: string | undefined;
}

/** The caller of the socket. */
export const holderOf = ({ session, device }: Pick<LiveGrant, 'session' | 'device'>): string => session ?? `device:${device}`;

/** A topic as its owning feature provides it. */
export interface LiveSource<T extends LiveTopic = LiveTopic> {
  topic: T;
  /** Called when a socket opens, for data that costs something while a person looks at it. @returns called once it is closed */
  joined?(grant: LiveGrant): () => void;
  /**
   * The current state: sent to each new socket before any change, and again if changes may have been missed. The hub leaves out what the
   * grant does not cover. A topic of events has no snapshot.
   */
  snapshot?(grant: LiveGrant): Promise<readonly LiveMessageOf<T>[]>;
}

/** A message whose field is null is for every value of it. */
export const covers = ({ topic, site, filter }: LiveGrant, name: string, message: { site: number }): boolean =>
  topic === name &&
  (site === null || site === message.site) &&
  Object.entries(filter).every(([field, value]) => {
    const given = (message as Record<string, unknown>)[field];
    return given === null || given === value || (typeof given === 'number' && String(given) === value);
  });

/** Whether a socket that may be limited to one site by its filter receives messages of this one. */
export const isOfSite = ({ filter }: LiveGrant, site: number): boolean => filter['site'] === undefined || filter['site'] === String(site);

/** How much a site needs a person, most first. */
export const attentionLevels = ['stop', 'wait', 'neutral', 'go'] as const;
export type AttentionLevel = (typeof attentionLevels)[number];

/**
 * - silent: the agent was connected, and its leases stopped
 * - never: no agent has connected since the site exists
 * - unknown: the cloud has no connection to the broker
 */
export const siteStates = ['online', 'offline', 'silent', 'revoked', 'never', 'unknown'] as const;
export type SiteState = (typeof siteStates)[number];

/** What is wrong, as a sentence for IT. `source` is a device, otherwise `agent` or `line`. */
export interface SiteCause {
  source: string;
  level: AttentionLevel;
  sentence: string;
  /** ISO; null if the beginning is not known. */
  since: string | null;
}

export interface AttentionFacts {
  state: SiteState;
  /** ISO; when the state began. */
  since: string | null;
  problems: readonly { code: string; sentence: string }[];
  devices: readonly { id: string; name: string; health: string; reason: string | null; fault?: string | null | undefined; since: string }[];
  /** Null before the agent has measured it. */
  roundTripMs: number | null;
  /** Leases of the last minute that arrived, in percent; null before a whole minute. */
  leasesPercent: number | null;
  /** ISO; when the oldest event that the cloud has not stored was recorded. */
  oldestWaiting: string | null;
  now: Date;
}

/** Leases come every 2 s. After that long without one the site is silent. */
export const silentAfterMs = 8_000;
const slowMs = 1_000;
const lossyPercent = 80;
const waitsMinutes = 5;

/** Problems that stop lanes or lose data; the others can wait. */
const stopping: ReadonlySet<string> = new Set(['disk', 'journal', 'second-agent', 'roster-too-old']);

const stateCauses: Record<Exclude<SiteState, 'online'>, { level: AttentionLevel; sentence: string }> = {
  offline: {
    level: 'stop',
    sentence: 'The agent of this site isn’t connected; check the computer, the agent and the internet connection',
  },
  silent: {
    level: 'stop',
    sentence: 'Nothing is received from this site any more; check its internet connection and that its computer doesn’t sleep',
  },
  revoked: { level: 'neutral', sentence: 'The agent of this site was revoked; enroll it again' },
  never: { level: 'neutral', sentence: 'No agent has connected yet; enroll this site' },
  unknown: { level: 'neutral', sentence: 'Washdesk has no connection to the broker, so the state of this site isn’t known' },
};

/** Returns what is wrong at a site, the worst first. While it is not online, nothing else is known. */
export function siteCauses(facts: AttentionFacts): SiteCause[] {
  if (facts.state !== 'online') return [{ source: 'agent', since: facts.since, ...stateCauses[facts.state] }];
  const causes = [...problemCauses(facts), ...deviceCauses(facts), ...lineCauses(facts)];
  return causes.toSorted((a, b) => rank(a.level) - rank(b.level));
}

/** Returns the level of the worst cause; go without one. */
export const levelOf = (causes: readonly SiteCause[]): AttentionLevel => causes[0]?.level ?? 'go';

/** Compares two sites: the one that needs a person more comes first. */
export function byAttention(
  a: { site: number; level: AttentionLevel; causes: readonly unknown[] },
  b: { site: number; level: AttentionLevel; causes: readonly unknown[] },
): number {
  return rank(a.level) - rank(b.level) || b.causes.length - a.causes.length || a.site - b.site;
}

const rank = (level: AttentionLevel): number => attentionLevels.indexOf(level);

const problemCauses = ({ problems }: AttentionFacts): SiteCause[] =>
  problems.map(({ code, sentence }) => ({ source: 'agent', level: stopping.has(code) ? 'stop' : 'wait', sentence, since: null }));

/** A device whose fault is null has a problem of the site as its reason, which is a cause already. */
const deviceCauses = ({ devices }: AttentionFacts): SiteCause[] =>
  devices
    .filter(({ health, fault }) => health !== 'online' && fault !== null)
    .map(({ id, name, health, reason, fault, since }) => ({
      source: id,
      level: health === 'offline' ? 'stop' : 'wait',
      sentence: `${name}: ${fault ?? reason ?? 'no reason reported'}`,
      since,
    }));

function lineCauses({ roundTripMs, leasesPercent, oldestWaiting, now }: AttentionFacts): SiteCause[] {
  const line = (sentence: string, since: string | null = null): SiteCause => ({ source: 'line', level: 'wait', sentence, since });
  return [
    ...(leasesPercent !== null && leasesPercent < lossyPercent
      ? [line('Messages of this site are lost; check its internet connection')]
      : []),
    ...(roundTripMs !== null && roundTripMs > slowMs
      ? [line('The connection is slow: a message takes over a second; check the internet connection')]
      : []),
    ...(oldestWaiting !== null && now.getTime() - Date.parse(oldestWaiting) > waitsMinutes * 60_000
      ? [line('Events have waited for the cloud for over 5 minutes; look at the log', oldestWaiting)]
      : []),
  ];
}

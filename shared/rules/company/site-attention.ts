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

/** Leases come every 2 s. After that long without one the site is silent. */
export const silentAfterMs = 8_000;

/** Returns the level of the worst cause; go without one. */
export const levelOf = (causes: readonly { level: AttentionLevel }[]): AttentionLevel => causes[0]?.level ?? 'go';

/** Compares two sites: the one that needs a person more comes first. */
export function byAttention(
  a: { site: number; level: AttentionLevel; causes: readonly unknown[] },
  b: { site: number; level: AttentionLevel; causes: readonly unknown[] },
): number {
  return rank(a.level) - rank(b.level) || b.causes.length - a.causes.length || a.site - b.site;
}

const rank = (level: AttentionLevel): number => attentionLevels.indexOf(level);

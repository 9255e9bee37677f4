/** How often an agent publishes a lease, and how old one may be by the agent's own monotonic clock. */
export const leaseEveryMs = 2_000;
export const leaseGoodMs = 5_000;

/** An open: worth 2 s, answered by the agent within 3 s, given up by the cloud at 4 s and by the browser at 5 s (docs/decisions/0006-gates-at-most-once.md). */
export const gateOpenExpiresMs = 2_000;
export const gateOpenAgentAnswersMs = 3_000;
export const gateOpenCloudWaitsMs = 4_000;
export const gateOpenBrowserWaitsMs = 5_000;

/** Seen command ids are kept this long. */
export const seenIdsKeptMs = 24 * 3_600_000;

/** How often an agent publishes a lease, and how old one may be by the agent's own monotonic clock. */
export const leaseIntervalMs = 2_000;
export const leaseValidityMs = 5_000;

/** An open: worth 2 s, answered by the agent within 3 s, given up by the cloud at 4 s and by the browser at 5 s (docs/decisions/0006-gates-at-most-once.md). */
export const gateOpenExpiryMs = 2_000;
export const gateOpenAgentTimeoutMs = 3_000;
export const gateOpenCloudTimeoutMs = 4_000;
export const gateOpenBrowserTimeoutMs = 5_000;

/** How long an agent remembers the ids of executed commands. */
export const seenIdsRetentionMs = 24 * 3_600_000;

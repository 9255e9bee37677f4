/** The interval at which an agent publishes a lease, and a lease's maximum age by the agent's monotonic clock. */
export const leaseIntervalMs = 2_000;
export const leaseValidityMs = 5_000;

/**
 * The deadlines of an open: valid for 2 s; the agent replies within 3 s; the cloud stops waiting at 4 s, the browser at 5 s
 * (docs/decisions/0006-gates-at-most-once.md).
 */
export const gateOpenExpiryMs = 2_000;
export const gateOpenAgentTimeoutMs = 3_000;
export const gateOpenCloudTimeoutMs = 4_000;
export const gateOpenBrowserTimeoutMs = 5_000;

/** How long an agent stores the ids of executed commands. */
export const seenIdsRetentionMs = 24 * 3_600_000;

/** Milliseconds in which a member is admitted only once, with any code: the default of the setting of this name. */
export const redeemWindowMs = 300_000;

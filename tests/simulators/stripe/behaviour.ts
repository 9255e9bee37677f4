import { z } from 'zod';

/** Faults to be switched on through the control port; each stays until it is switched off. */
export const behaviourSchema = z.strictObject({
  /** Every connection is cut, as if Stripe could not be reached. */
  down: z.boolean(),
  /** Every answer waits this long. */
  latencyMs: z.int().min(0).max(600_000),
  /** Every answer is 429. */
  rateLimit: z.boolean(),
});

export type Behaviour = z.infer<typeof behaviourSchema>;

export const wellBehaved: Behaviour = { down: false, latencyMs: 0, rateLimit: false };

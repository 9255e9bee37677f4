/** Calls waiting in two lines: a person's go first, the background's are held to a pace (design section 4, "Mirror"). */
export interface Pace {
  /** Resolves when a background call of that endpoint may go. */
  background(endpoint: string): Promise<void>;
}

const inAllPerSecond = 60;
const endpointPerSecond = 15;

/**
 * Spaces background calls evenly: at most 60 a second in all and 15 of one endpoint. Interactive calls are never held back;
 * the rest of Stripe's allowance is theirs.
 */
export function backgroundPace(monotonic = () => performance.now()): Pace {
  let nextOfAll = 0;
  const nextOfEndpoint = new Map<string, number>();
  return {
    async background(endpoint) {
      const now = monotonic();
      const at = Math.max(now, nextOfAll, nextOfEndpoint.get(endpoint) ?? 0);
      nextOfAll = at + 1_000 / inAllPerSecond;
      nextOfEndpoint.set(endpoint, at + 1_000 / endpointPerSecond);
      if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
    },
  };
}

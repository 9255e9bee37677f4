/**
 * The size of every test that counts or waits: `small` in `npm test`, `full` (what the product promises) by
 * `npm run prove -- <name>`. Nothing else decides how long a test takes.
 */
const sizes = {
  /** Redeems while parts are killed: how many, how fast, and how often each part dies. */
  redeems: { small: { redeems: 60, perSecond: 20, killsOfEach: 1 }, full: { redeems: 200, perSecond: 20, killsOfEach: 5 } },
  /** How long the gate is watched after the line is back, in which no coil may move; and how often an agent dies in the act. */
  lateGate: { small: { frozenMs: 6_000, watchedMs: 3_000, deaths: 1 }, full: { frozenMs: 6_000, watchedMs: 10_000, deaths: 12 } },
  /**
   * How often each part of a lane dies, how long a redeem and the roster's way to a lane may take, and how soon all
   * must be well again by itself.
   */
  laneHeals: {
    small: { deaths: 1, redeemMs: 2_000, rosterMs: 2_000, healMs: 20_000 },
    full: { deaths: 5, redeemMs: 2_000, rosterMs: 2_000, healMs: 20_000 },
  },
} as const;

export type ProofName = keyof typeof sizes;

export const proofNames = Object.keys(sizes) as ProofName[];

/** The seed of whatever a test leaves to chance; printed by each test that uses it. */
export const seed = Number(process.env['WASHDESK_SEED'] ?? 20_261_121);

type Size<N extends ProofName> = { [K in keyof (typeof sizes)[N]['small']]: number };

export const sizeOf = <N extends ProofName>(name: N): Size<N> =>
  sizes[name][process.env['WASHDESK_PROVE'] === name ? 'full' : 'small'] as Size<N>;

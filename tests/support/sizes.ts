/**
 * The size of every test that counts or waits: `sample` in `npm test`, `small` in `npm run prove`, `full` (the size that the product
 * promises) by `npm run prove -- <name>`. A proof without a sample runs in `npm run prove` only. Nothing else decides how long a test
 * takes.
 */
const sizes = {
  /** Redeems while parts are killed: how many, how fast, and how often each part is killed. */
  redeems: { small: { redeems: 60, perSecond: 20, killsOfEach: 1 }, full: { redeems: 200, perSecond: 20, killsOfEach: 5 } },
  /**
   * How long the gate is watched after the connection is back, in which no coil may move; how often an agent is killed while it opens a
   * gate; and at how many places its journal is damaged then.
   */
  lateGate: {
    small: { frozenMs: 6_000, watchedMs: 3_000, crashes: 1, damages: 2 },
    full: { frozenMs: 6_000, watchedMs: 10_000, crashes: 12, damages: 20 },
  },
  /**
   * How often each part of a lane is killed, how long a redeem and the roster's way to a lane may take, and how soon all must work again by
   * itself.
   */
  laneRecovery: {
    small: { crashes: 1, redeemMs: 2_000, rosterMs: 2_000, recoveryMs: 20_000 },
    full: { crashes: 5, redeemMs: 2_000, rosterMs: 2_000, recoveryMs: 20_000 },
  },
  /** Charges, refunds and sign-ups while answers get lost, connections are cut and buttons are pressed twice. */
  money: { sample: { payments: 16 }, small: { payments: 60 }, full: { payments: 1_000 } },
  /** Sign-ups while cloud-api is killed. */
  signUpCrashes: { sample: { signUps: 6, crashes: 1 }, small: { signUps: 24, crashes: 2 }, full: { signUps: 200, crashes: 20 } },
  /** Days at the counter in a browser that is slow, at a cloud that is far away: how many rounds of everything that a cashier does. */
  counter: { small: { rounds: 1 }, full: { rounds: 20 } },
  /** Kills of cloud-api in the middle of a new customer, a charge, a refund, a reinstatement and an upgrade: so many of each. */
  kills: { sample: { runs: 1 }, small: { runs: 2 }, full: { runs: 100 } },
  /** Crashes of a part in the middle of sign-ups and plan changes, how many browsers are affected by each, and how soon all must be settled. */
  signup: { small: { crashes: 3, casesOfEach: 4, recoveryMs: 60_000 }, full: { crashes: 12, casesOfEach: 38, recoveryMs: 120_000 } },
  /** A bulk price increase of so many members, whose cloud is killed in the dry run, in the run and in the undo, so often each. */
  increase: { sample: { members: 16, kills: 1 }, small: { members: 200, kills: 2 }, full: { members: 10_000, kills: 2 } },
  /** Events of Stripe that arrive doubled, shuffled, a day late, or not at all. */
  webhooks: { sample: { events: 60 }, small: { events: 200 }, full: { events: 5_000 } },
  /** Members whose plans change while a site is away, and how soon it must know of them once it is back. */
  siteAway: { small: { members: 8, drainMs: 20_000 }, full: { members: 100, drainMs: 60_000 } },
  /** Subscriptions, changed at random, whose previews must equal what is invoiced. */
  previews: { sample: { cases: 9 }, small: { cases: 24 }, full: { cases: 500 } },
  /** Calls under which Firebird is killed, and changes of members that a Sitewatch is told. */
  firebird: {
    sample: { seconds: 6, callsPerSecond: 50, crashes: 2, converges: 15 },
    small: { seconds: 6, callsPerSecond: 50, crashes: 2, converges: 40 },
    full: { seconds: 60, callsPerSecond: 50, crashes: 10, converges: 300 },
  },
  /** Services killed behind a browser: how often each fault. */
  browserFaults: { small: { rounds: 1 }, full: { rounds: 10 } },
  /** Rows behind each list, and behind each file that is exported. */
  lists: { small: { rows: 200_000, samples: 20 }, full: { rows: 200_000, samples: 100 } },
  /** What the drivers of an agent do in months: requests to a relay board, log-ins that Firebird refuses, reads of tags and of Sitewatch. */
  soak: {
    small: { boardRequests: 20_000, failedLogins: 400, reads: 10_000 },
    full: { boardRequests: 1_000_000, failedLogins: 100_000, reads: 1_000_000 },
  },
} as const;

type SizedName = keyof typeof sizes;

type Size<N extends SizedName> = { [K in keyof (typeof sizes)[N]['small']]: number };

/** The seed of a test's random choices; printed by each test that uses it. */
export const seed = Number(process.env['WASHDESK_SEED'] ?? 20_261_121);

/** Whether this run is `npm run prove`, whose databases wait for the disk. */
export const isProof = process.env['WASHDESK_PROVE'] !== undefined;

export function sizeOf<N extends SizedName>(name: N): Size<N> {
  const all = sizes[name] as { sample?: Size<N>; small: Size<N>; full: Size<N> };
  const proof = process.env['WASHDESK_PROVE'];
  if (proof === name) return all.full;
  return proof === 'small' ? all.small : (all.sample ?? all.small);
}

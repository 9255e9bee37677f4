/**
 * The size of every test that counts or waits: `sample` in `npm test`, `small` in `npm run prove`, `full` (the promised size) in `npm run
 * prove -- <name>`. A proof without a sample runs in `npm run prove` only. Nothing else determines the duration of a test.
 */
const sizes = {
  /** Redeems while parts are killed: count, rate, and kills of each part. */
  redeems: { small: { redeems: 60, perSecond: 20, killsOfEach: 1 }, full: { redeems: 200, perSecond: 20, killsOfEach: 5 } },
  /**
   * How long the gate is watched after reconnecting, when no coil may move; how many times an agent is killed while it opens a gate; and at
   * how many places its journal is then damaged.
   */
  lateGate: {
    small: { frozenMs: 6_000, watchedMs: 3_000, crashes: 1, damages: 2 },
    full: { frozenMs: 6_000, watchedMs: 10_000, crashes: 12, damages: 20 },
  },
  /**
   * What outsiders found: how many times an agent is stopped in the middle of an opening, until the opening has expired; members of a company
   * that a scraper copies; hours of an honest cashier there; and redeems beside guessed passwords.
   */
  outsiders: {
    small: { stops: 4, members: 1_000, hours: 2, redeems: 200, runs: 3 },
    full: { stops: 50, members: 4_000, hours: 8, redeems: 600, runs: 5 },
  },
  /**
   * Online sign-ups whose plate must reach the lane, and how soon; guesses at who is a member, and by how much the time of the answers may
   * differ; networks that guess until they are slowed; and sign-ups during which cloud-api is killed. A busy machine answers late.
   */
  onlineSignUp: {
    small: { signUps: 6, rosterMs: 20_000, guesses: 90, apartMs: 200, networks: 3, crashes: 2 },
    full: { signUps: 60, rosterMs: 2_000, guesses: 1_000, apartMs: 20, networks: 50, crashes: 40 },
  },
  /**
   * Loads of a public page on a slow phone, and the time limit for the largest paint of the best one. The small size has no limit, because a
   * busy machine paints late.
   */
  public: { small: { loads: 1, paintMs: Number.POSITIVE_INFINITY }, full: { loads: 3, paintMs: 1_500 } },
  /** Guesses at who is a member, at links and at codes. */
  members: { small: { guesses: 400 }, full: { guesses: 1_000 } },
  /**
   * Washes that lanes record by themselves while their agent is killed; members whom a lane without the cloud must admit, and cars of each
   * kind whom it must not.
   */
  lanes: {
    small: { redeems: 300, kills: 3, members: 40, others: 8 },
    full: { redeems: 10_000, kills: 20, members: 1_000, others: 100 },
  },
  /**
   * Members of a company, each with two codes; kills of an agent during its first sync; changes and look-ups; and the limits of each. The
   * limits of the small size allow for a busy machine.
   */
  roster: {
    small: { members: 20_000, kills: 2, changes: 5, lookups: 2_000, syncMs: 15_000, changeMs: 4_000, lookupMs: 5, megabytes: 150 },
    full: { members: 200_000, kills: 5, changes: 50, lookups: 20_000, syncMs: 15_000, changeMs: 2_000, lookupMs: 1, megabytes: 150 },
  },
  /**
   * Kills of each part of a lane, time limits for a redeem and for a roster update to reach a lane, and how soon everything must work again
   * automatically.
   */
  laneRecovery: {
    small: { crashes: 1, redeemMs: 2_000, rosterMs: 2_000, recoveryMs: 20_000 },
    full: { crashes: 5, redeemMs: 2_000, rosterMs: 2_000, recoveryMs: 20_000 },
  },
  /** Charges, refunds and sign-ups while responses are lost, connections are cut and buttons are pressed twice. */
  money: { sample: { payments: 16 }, small: { payments: 60 }, full: { payments: 1_000 } },
  /** Sign-ups while cloud-api is killed. */
  signUpCrashes: { sample: { signUps: 6, crashes: 1 }, small: { signUps: 24, crashes: 2 }, full: { signUps: 200, crashes: 20 } },
  /** Days at the counter in a slow browser, with a distant cloud: rounds of all a cashier's actions. */
  counter: { small: { rounds: 1 }, full: { rounds: 20 } },
  /** Kills of cloud-api in the middle of a new customer, a charge, a refund, a reinstatement and an upgrade: this many of each. */
  kills: { sample: { runs: 1 }, small: { runs: 2 }, full: { runs: 100 } },
  /** Crashes of a part in the middle of sign-ups and plan changes, the browsers affected by each, and the time limit for recovery. */
  signup: { small: { crashes: 3, casesOfEach: 4, recoveryMs: 60_000 }, full: { crashes: 12, casesOfEach: 38, recoveryMs: 120_000 } },
  /** A bulk price increase of this many members, with this many kills of the cloud in each of dry run, run and undo. */
  increase: { sample: { members: 8, kills: 1 }, small: { members: 200, kills: 2 }, full: { members: 10_000, kills: 2 } },
  /** Stripe events that arrive twice, shuffled, a day late, or not at all. */
  webhooks: { sample: { events: 60 }, small: { events: 200 }, full: { events: 5_000 } },
  /** Redeems per second while instances of cloud-api restart in turn and the database fails over. */
  rollingRestart: { small: { perSecond: 15 }, full: { perSecond: 50 } },
  /** Commits after a base backup, and events of a journal that is copied. */
  restore: { small: { writes: 500 }, full: { writes: 10_000 } },
  /** Members whose plans change while a site is offline, and how soon the site must have the changes after it reconnects. */
  siteAway: { small: { members: 8, drainMs: 20_000 }, full: { members: 100, drainMs: 60_000 } },
  /** Randomly changed subscriptions, whose previews must equal their invoices. */
  previews: { sample: { cases: 5 }, small: { cases: 24 }, full: { cases: 500 } },
  /** Calls during which Firebird is killed, and changes of members that are sent to a Sitewatch. */
  firebird: {
    sample: { seconds: 6, callsPerSecond: 50, crashes: 2, converges: 15 },
    small: { seconds: 6, callsPerSecond: 50, crashes: 2, converges: 40 },
    full: { seconds: 60, callsPerSecond: 50, crashes: 10, converges: 300 },
  },
  /** Services killed behind a browser: rounds of each fault. */
  browserFaults: { small: { rounds: 1 }, full: { rounds: 10 } },
  /** Reads a second of a tag reader, for how long, and the share of a core in percent that they may cost the agent. */
  tagReaders: { small: { perSecond: 300, seconds: 5, percent: 33 }, full: { perSecond: 300, seconds: 300, percent: 33 } },
  /**
   * Polling signature tablets, the seconds they are measured, the share of a core in percent that they may cost, agreements shown by a hint,
   * and how soon. A busy machine counts more processor time for the same work.
   */
  tablets: {
    small: { tablets: 500, seconds: 15, percent: 15, hints: 20, shownMs: 2_000 },
    full: { tablets: 500, seconds: 60, percent: 5, hints: 200, shownMs: 300 },
  },
  /**
   * Sites on one machine, the seconds they are measured, how soon a silent one is shown, and the megabytes of cloud-api. A busy machine shows
   * it later.
   */
  fleet: {
    small: { sites: 60, seconds: 8, silentMs: 60_000, megabytes: 700 },
    full: { sites: 500, seconds: 60, silentMs: 15_000, megabytes: 700 },
  },
  /** Faults of a site, injected one by one. */
  /** Faults of the cloud, one after the other. */
  cloudFaults: { small: { faults: 4 }, full: { faults: 10 } },
  faults: { small: { faults: 8 }, full: { faults: 31 } },
  /** Devices that hang one by one before all do, and commands to the others beside each of them. */
  hanging: { small: { alone: 2, rounds: 5 }, full: { alone: 16, rounds: 9 } },
  /** Members of a company, and how many differences of each kind are planted. */
  reconcile: { small: { members: 300, ofEachKind: 3 }, full: { members: 2_000, ofEachKind: 24 } },
  /** Kills of the service host during updates. */
  host: { sample: { kills: 4 }, small: { kills: 12 }, full: { kills: 100 } },
  /** Kills of an agent while it applies a configuration of the cloud. */
  configurationKills: { small: { kills: 6 }, full: { kills: 100 } },
  /**
   * How long an update of an agent is on trial (null: as long as this machine needs), how long a version runs that dies in it, and kills
   * during updates.
   */
  updates: { small: { trialMs: null, diesAfterMs: 0, kills: 4 }, full: { trialMs: 60_000, diesAfterMs: 30_000, kills: 100 } },
  /** Updates under Wine that fail their trial. */
  windows: { small: { failingUpdates: 1 }, full: { failingUpdates: 2 } },
  /** Honest members with 60 days of washes, members with each kind of abuse, and cashiers who are compared. */
  abuse: { small: { honest: 3_000, plantedOfEach: 20, cashiers: 40 }, full: { honest: 200_000, plantedOfEach: 200, cashiers: 400 } },
  /** Rows in each list, and in each exported file. */
  lists: { small: { rows: 200_000, samples: 20 }, full: { rows: 200_000, samples: 100 } },
  /** Months of driver activity at an agent: requests to a relay board, sign-ins that Firebird rejects, reads of tags and of Sitewatch. */
  soak: {
    small: { boardRequests: 20_000, failedLogins: 400, reads: 10_000 },
    full: { boardRequests: 1_000_000, failedLogins: 100_000, reads: 1_000_000 },
  },
} as const;

type SizedName = keyof typeof sizes;
export const sizedNames = Object.keys(sizes);

/** A size that is null in the small run is found by the proof itself. */
type Size<N extends SizedName> = {
  [K in keyof (typeof sizes)[N]['small']]: (typeof sizes)[N]['small'][K] extends null ? number | null : number;
};

/** The seed of a test's random choices; each test that uses it prints it. */
export const seed = Number(process.env['WASHDESK_SEED'] ?? 20_261_121);

/** Whether this run is `npm run prove`, whose databases wait for the disk. */
export const isProof = process.env['WASHDESK_PROVE'] !== undefined;

export function sizeOf<N extends SizedName>(name: N): Size<N> {
  const all = sizes[name] as { sample?: Size<N>; small: Size<N>; full: Size<N> };
  const proof = process.env['WASHDESK_PROVE'];
  if (proof === name) return all.full;
  return proof === 'small' ? all.small : (all.sample ?? all.small);
}

/**
 * Every proof by its name. Files that end in `.proof.test.ts` or `.proof.spec.ts` run only here, the others also in `npm test`, in their
 * sample size.
 */
export const proofs = {
  redeems: ['tests/faults/sites/redeem-crashes.proof.test.ts'],
  lateGate: [
    'tests/faults/sites/late-gate-commands.proof.test.ts',
    'tests/faults/sites/stale-opens.proof.test.ts',
    'tests/faults/sites/killed-pulse.proof.test.ts',
    'tests/faults/sites/retained-command.proof.test.ts',
  ],
  roster: ['tests/faults/sites/roster.proof.test.ts'],
  lanes: ['tests/faults/sites/lanes.proof.test.ts'],
  laneRecovery: ['tests/faults/sites/lane-recovery.proof.test.ts'],
  money: ['tests/faults/payments/payment-faults.integration.test.ts'],
  signUpCrashes: ['tests/faults/sign-ups/sign-up-crashes.integration.test.ts'],
  kills: ['tests/faults/payments/made-once.integration.test.ts', 'tests/faults/payments/killed-operations.integration.test.ts'],
  signup: ['tests/faults/sign-ups/sign-up-recovery.proof.test.ts'],
  increase: ['tests/faults/payments/bulk-increase.integration.test.ts'],
  webhooks: ['tests/faults/payments/webhook-delivery.integration.test.ts'],
  siteAway: ['tests/faults/sites/site-offline.proof.test.ts'],
  previews: ['tests/simulators/stripe/subscribe/previews.property.test.ts', 'tests/api/preview-accuracy.integration.test.ts'],
  firebird: ['tests/faults/sites/firebird-crashes.proof.test.ts', 'tests/ports/pos-members.integration.test.ts'],
  printer: ['tests/faults/sites/printer-faults.proof.test.ts'],
  faults: ['tests/faults/sites/fault-causes.proof.test.ts'],
  cloudFaults: ['tests/faults/cloud/cloud-faults.proof.test.ts'],
  hanging: ['site-agent/src/agent-hanging-devices.proof.test.ts'],
  windows: ['tests/packages/windows-package.proof.test.ts', 'tests/packages/fresh-install.proof.test.ts'],
  debian: ['tests/packages/debian-package.proof.test.ts'],
  host: ['deploy/packages/host.integration.test.ts'],
  configurationKills: ['site-agent/src/configuration-kills.proof.test.ts'],
  updates: ['tests/packages/rollout.proof.test.ts', 'tests/packages/updates.proof.test.ts'],
  reconcile: ['tests/faults/payments/reconcile-crashes.proof.test.ts', 'tests/faults/sites/differences.proof.test.ts'],
  rollingRestart: ['tests/faults/production/rolling-restart.proof.test.ts'],
  image: ['tests/production/image.proof.test.ts'],
  restore: [
    'tests/faults/production/restore.proof.test.ts',
    // a Sitewatch that was restored from a backup is noticed, and no stranger is written over
    'site-agent/src/features/sites/sales/sale-watcher.test.ts',
    'cloud-api/src/features/sites/sites/sites.integration.test.ts',
    'tests/ports/pos-members.integration.test.ts',
  ],
  soak: ['tests/faults/leaks.proof.test.ts'],
  browserFaults: [
    'tests/e2e/faults/broken-screen.proof.spec.ts',
    'tests/e2e/faults/haste.proof.spec.ts',
    'tests/e2e/faults/sign-up-faults.proof.spec.ts',
    'tests/e2e/faults/site-faults.proof.spec.ts',
    'tests/e2e/faults/stripe-faults.proof.spec.ts',
    'tests/e2e/faults/workbench-faults.proof.spec.ts',
  ],
  accessibility: [
    'tests/e2e/counter.accessibility.proof.spec.ts',
    'tests/e2e/customer.accessibility.proof.spec.ts',
    'tests/e2e/it.accessibility.proof.spec.ts',
    'tests/e2e/member.accessibility.proof.spec.ts',
    'tests/e2e/office.accessibility.proof.spec.ts',
    'tests/e2e/payments.accessibility.proof.spec.ts',
    'tests/e2e/screens.accessibility.proof.spec.ts',
    'tests/e2e/rare-states.proof.spec.ts',
  ],
  public: ['tests/e2e/online.proof.spec.ts', 'tests/e2e/member.proof.spec.ts', 'tests/e2e/public.accessibility.proof.spec.ts'],
  tour: ['tests/e2e/tour.proof.spec.ts'],
  morning: ['tests/e2e/it-morning.proof.spec.ts'],
  localPage: ['tests/e2e/local-page.proof.spec.ts'],
  /** Paths through the staff app whose parts have screen tests and API tests. */
  staffScreens: ['tests/e2e/customer.proof.spec.ts', 'tests/e2e/office.proof.spec.ts'],
  counter: ['tests/faults/slow-counter.proof.test.ts'],
  tagReaders: ['tests/ports/llrp-dissector.proof.test.ts', 'tests/faults/sites/tag-reads.proof.test.ts'],
  tablets: [
    'tests/faults/tablet-polls.proof.test.ts',
    'tests/e2e/signature-tablet.proof.spec.ts',
    'tests/e2e/tablet-offline.proof.spec.ts',
  ],
  fleet: ['tests/faults/sites/fleet.proof.test.ts'],
  abuse: ['tests/faults/abuse.proof.test.ts'],
  lists: ['tests/faults/large-lists.proof.test.ts'],
  outsiders: [
    // hands, strangers and privacy
    'shared/contracts/effects.test.ts',
    'cloud-api/src/compose/effects.test.ts',
    'tests/faults/dishonest-hands.proof.test.ts',
    'tests/api/pin.integration.test.ts',
    'tests/outsiders/scraper.proof.test.ts',
    'tests/outsiders/guessing.proof.test.ts',
    'cloud-api/src/features/members/privacy/erasure.integration.test.ts',
    'tests/outsiders/erased-person.proof.test.ts',
    // two of everything
    'tests/api/two-savers.integration.test.ts',
    'tests/outsiders/two-registers.proof.test.ts',
    'cloud-api/src/features/billing/payment-intents/one-charge-per-sale.integration.test.ts',
    'web/src/lib/persisted/tab-storage.test.ts',
    'web/src/lib/card-reader/reader-collector.test.ts',
    // what is older than it was
    'tests/faults/sites/stopped-agent.proof.test.ts',
    'tests/ports/pos-members.integration.test.ts',
    'cloud-api/src/features/sites/sites/sites.integration.test.ts',
    'site-agent/src/journal/journal.integration.test.ts',
    'site-agent/src/journal/damage.test.ts',
    // what Stripe holds and Washdesk never makes
    'tests/outsiders/foreign-forms.proof.test.ts',
    'cloud-api/src/features/billing/subscriptions/other-forms.integration.test.ts',
    'cloud-api/src/features/billing/subscriptions/idle-plans.integration.test.ts',
    'cloud-api/src/features/billing/subscriptions/kept-values.integration.test.ts',
    'cloud-api/src/features/billing/refunds/credit.integration.test.ts',
    'cloud-api/src/features/billing/later-changes/later-changes.integration.test.ts',
    // what the other side cannot write
    'tests/outsiders/names.proof.test.ts',
    'tests/ports/pos-database-charsets.integration.test.ts',
  ],
  members: ['tests/outsiders/member-guesses.proof.test.ts'],
  onlineSignUp: [
    'tests/outsiders/online-sign-up.proof.test.ts',
    'tests/faults/sign-ups/online-sign-up-crashes.proof.test.ts',
    'tests/faults/sign-ups/online-kill-points.proof.test.ts',
  ],
  /** The agent's suite, and the fleet in its small size, on Debian's Mosquitto instead of our broker. */
  mosquitto: [
    'site-agent/src/agent.integration.test.ts',
    'site-agent/src/agent-gate-safety.integration.test.ts',
    'site-agent/src/agent-device-failures.integration.test.ts',
    'site-agent/src/later-cloud.integration.test.ts',
    'tests/ports/mosquitto.integration.test.ts',
    'tests/faults/sites/stale-opens.proof.test.ts',
    'tests/faults/sites/killed-pulse.proof.test.ts',
    'tests/faults/sites/fleet.proof.test.ts',
  ],
  workbench: ['deploy/workbench/workbench.proof.test.ts'],
} as const satisfies Record<string, readonly string[]>;

export type ProofName = keyof typeof proofs;

/** The environment of a proof that runs files of `npm test` in another one. */
export const environments: Partial<Record<ProofName, Record<string, string>>> = { mosquitto: { WASHDESK_TEST_BROKER: 'mosquitto' } };

/** Returns the Vitest project of a file, by the end of its name; null if Playwright runs it. */
export function projectOf(file: string): 'proof' | 'integration' | 'unit' | null {
  if (file.endsWith('.spec.ts')) return null;
  if (file.endsWith('.proof.test.ts')) return 'proof';
  return file.endsWith('.integration.test.ts') ? 'integration' : 'unit';
}

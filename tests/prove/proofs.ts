/** Every proof by its name. Files that end in `.proof.test.ts` run here alone, the others in `npm test` too, where they take their sample. */
export const proofs = {
  redeems: ['tests/faults/redeems-survive.proof.test.ts'],
  lateGate: ['tests/faults/gate-never-late.proof.test.ts'],
  laneHeals: ['tests/faults/lane-heals.proof.test.ts'],
  money: ['tests/faults/money-once.integration.test.ts'],
  signUpDeaths: ['tests/faults/sign-ups-survive.integration.test.ts'],
  signup: ['tests/faults/sign-up-heals.proof.test.ts'],
  webhooks: ['tests/faults/webhooks-arrive.integration.test.ts'],
  siteAway: ['tests/faults/site-away.proof.test.ts'],
  previews: ['tests/simulators/stripe/subscribe/previews.property.test.ts', 'tests/api/previews-equal.integration.test.ts'],
  firebird: ['tests/faults/firebird-survives.proof.test.ts', 'tests/ports/pos-members.integration.test.ts'],
  printer: ['tests/faults/printer-honest.proof.test.ts'],
  reconcile: ['tests/faults/reconcile-survives.proof.test.ts'],
  workbench: ['deploy/local/workbench.proof.test.ts'],
} as const satisfies Record<string, readonly string[]>;

export type ProofName = keyof typeof proofs;

/** The vitest project that a file belongs to, by the end of its name. */
export function projectOf(file: string): 'proof' | 'integration' | 'unit' {
  if (file.endsWith('.proof.test.ts')) return 'proof';
  return file.endsWith('.integration.test.ts') ? 'integration' : 'unit';
}

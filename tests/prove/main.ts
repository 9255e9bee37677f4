import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { proofNames, seed, type ProofName } from '../sizes.ts';

/** `npm run prove -- <name>`: one proof in the size that the product promises. */
const files: Record<ProofName, readonly string[]> = {
  redeems: ['tests/faults/redeems-survive.integration.test.ts'],
  lateGate: ['tests/faults/gate-never-late.integration.test.ts'],
  laneHeals: ['tests/faults/lane-heals.integration.test.ts'],
  money: ['tests/faults/money-once.integration.test.ts'],
  signUpDeaths: ['tests/faults/sign-ups-survive.integration.test.ts'],
  signup: ['tests/faults/sign-up-heals.integration.test.ts'],
  webhooks: ['tests/faults/webhooks-arrive.integration.test.ts'],
  siteAway: ['tests/faults/site-away.integration.test.ts'],
  previews: ['tests/simulators/stripe/subscribe/previews.property.test.ts', 'tests/api/previews-equal.integration.test.ts'],
  firebird: ['tests/faults/firebird-survives.integration.test.ts', 'tests/ports/pos-members.integration.test.ts'],
};

const name = process.argv[2];
const known = proofNames.find((one) => one === name);
if (!known) {
  console.error(`Which proof? One of: ${proofNames.join(', ')}`);
  process.exit(2);
}

const root = join(import.meta.dirname, '../..');
const projects = new Set(files[known].map((file) => (file.endsWith('.integration.test.ts') ? 'integration' : 'unit')));
const run = ['run', ...[...projects].flatMap((project) => ['--project', project]), ...files[known]];
console.log(`Proof ${known}, seed ${seed} (WASHDESK_SEED names another)`);
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...run], {
  cwd: root,
  env: { ...process.env, WASHDESK_PROVE: known },
  stdio: 'inherit',
});
process.exit(status ?? 1);

import path from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from '@washdesk/local-servers/chromium';
import { runMarked } from '@washdesk/tools/test-runner/marked-run';
import { projectOf, proofs, type ProofName } from './proofs.ts';

/**
 * `npm run prove`: every proof in its small size, one after the other; `npm run prove -- <name>`: one in full size. `--seed <number>`, or
 * WASHDESK_SEED, repeats the same random choices.
 */

const tool = (file: string): string => path.join(import.meta.dirname, '../../node_modules', file);

/** Vitest with the projects of the proof's files, or Playwright with its browser. */
async function programOf(name: ProofName): Promise<{ args: string[]; env: Record<string, string> }> {
  const projects = [...new Set(proofs[name].map(projectOf))].filter((project) => project !== null);
  if (projects.length > 0) {
    return { args: [tool('vitest/vitest.mjs'), 'run', ...projects.flatMap((project) => ['--project', project])], env: {} };
  }
  const args = [tool('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=line'];
  return { args, env: { WASHDESK_CHROMIUM: await provideChromium() } };
}

/** Whether the proof holds: its tests pass, and no process had to be killed at its end. */
async function holds(name: ProofName, size: 'small' | 'full'): Promise<boolean> {
  const began = performance.now();
  const program = await programOf(name);
  const env = { ...program.env, NODE_ENV: 'test', WASHDESK_PROVE: size === 'full' ? name : 'small' };
  const isShown = size === 'full';
  const { code, output, left } = await runMarked([...program.args, ...proofs[name]], { env, isShown });
  const isWell = code === 0 && left.length === 0;
  if (!isWell) console.log([output.trim(), ...left.map((one) => `Still running at the end: ${one}`)].join('\n'));
  console.log(`${isWell ? '✓' : '✗'} ${name.padEnd(14)} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return isWell;
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: { seed: { type: 'string' } }, allowPositionals: true });
  const [name] = positionals;
  if (values.seed !== undefined) process.env['WASHDESK_SEED'] = values.seed;
  const { seed } = await import('@washdesk/test-support/sizes');
  const known = Object.keys(proofs) as ProofName[];
  const wanted = name === undefined ? known : known.filter((one) => one === name);
  if (wanted.length === 0) {
    console.error(`Unknown proof. Use one of: ${known.join(', ')}; or none, to run all in small size`);
    return 2;
  }
  console.log(`Seed ${seed} (--seed sets another)`);
  let held = 0;
  for (const one of wanted) if (await holds(one, name === undefined ? 'small' : 'full')) held += 1;
  console.log(`${held} passed, ${wanted.length - held} failed`);
  return held === wanted.length ? 0 : 1;
}

// Calls the 'exit' handlers, so that the running tool ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

process.exitCode = await main(process.argv.slice(2));

import path from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from '@washdesk/local-servers/chromium';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { provideMingw, provideNsis, provideOsslsigncode } from '@washdesk/local-servers/unpacked-programs';
import { provideWine } from '@washdesk/local-servers/wine';
import { runMarked } from '@washdesk/tools/test-runner/marked-run';
import { environments, projectOf, proofs, type ProofName } from './proofs.ts';

/**
 * `npm run prove`: every proof in its small size, one after the other; `npm run prove -- <name>`: one in full size. `--seed <number>`, or
 * WASHDESK_SEED, repeats the same random choices.
 */

const tool = (file: string): string => path.join(import.meta.dirname, '../../node_modules', file);

interface Program {
  args: string[];
  env: Record<string, string>;
}

/** Vitest for the proof's Vitest files, and Playwright with its browser for the others. */
async function programsOf(name: ProofName): Promise<Program[]> {
  const files: readonly string[] = proofs[name];
  const projects = [...new Set(files.map(projectOf))].filter((project) => project !== null);
  const programs: Program[] = [];
  if (projects.length > 0) {
    const chosen = projects.flatMap((project) => ['--project', project]);
    const ofVitest = files.filter((file) => projectOf(file) !== null);
    programs.push({ args: [tool('vitest/vitest.mjs'), 'run', ...chosen, ...ofVitest], env: environments[name] ?? {} });
  }
  const ofPlaywright = files.filter((file) => projectOf(file) === null);
  if (ofPlaywright.length > 0) {
    const args = [tool('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=line'];
    programs.push({ args: [...args, ...ofPlaywright], env: { WASHDESK_CHROMIUM: await provideChromium() } });
  }
  return programs;
}

/** The servers and tools of other systems that a proof needs. */
const needed: Partial<Record<ProofName, readonly (() => Promise<object>)[]>> = {
  mosquitto: [provideMosquitto],
  windows: [provideWine, provideMingw, provideNsis, provideOsslsigncode],
};

/** Returns why the proof cannot run on this machine; null if it can. */
async function missingFor(name: ProofName): Promise<string | null> {
  for (const provide of needed[name] ?? []) {
    const found = await provide();
    if ('missing' in found) return String(found.missing);
  }
  return null;
}

/** Whether the proof holds: its tests pass, and no process had to be killed at its end. */
async function holds(name: ProofName, size: 'small' | 'full'): Promise<boolean> {
  const began = performance.now();
  const missing = await missingFor(name);
  if (missing !== null) {
    console.log(`- ${name.padEnd(14)} skipped: ${missing}`);
    return true;
  }
  let isWell = true;
  for (const program of await programsOf(name)) {
    const env = { ...program.env, NODE_ENV: 'test', WASHDESK_PROVE: size === 'full' ? name : 'small' };
    const { code, output, left } = await runMarked(program.args, { env, isShown: size === 'full' });
    if (code === 0 && left.length === 0) continue;
    isWell = false;
    console.log([output.trim(), ...left.map((one) => `Still running at the end: ${one}`)].join('\n'));
  }
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

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { changedPlan } from './test-runner/changed-plan.ts';
import { runMarked } from './test-runner/marked-run.ts';
import { fileTimes, slowestLines } from './test-runner/slowest-files.ts';
import { countsOf, type Counts } from './test-runner/test-counts.ts';
import { testPlan, type Step } from './test-runner/test-plan.ts';

/**
 * `npm test`: everything, the named steps (`npm test -- unit e2e`), or what the changed files affect (`npm test -- --changed`, against
 * another revision with `--base`). Ends with the slowest files and one line of counts.
 */

interface Outcome {
  readonly code: number;
  readonly output: string;
}

async function runStep(step: Step): Promise<Counts> {
  const began = performance.now();
  const { code, output } = await execute(step);
  const counts = countsOf(code, step.reportFile);
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (counts.failed > 0) console.log(output.trim());
  console.log(
    `${counts.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(12)} ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`,
  );
  return counts;
}

/** Executes a step and withholds its output: for a passing step only its one line is worth reading. */
async function execute({ args, prepare }: Step): Promise<Outcome> {
  try {
    const { code, output, left } = await runMarked(args, { env: { NODE_ENV: 'test', ...(await prepare?.()) } });
    return { code, output: [output, ...left.map((one) => `Still ran at the end: ${one}`)].join('\n') };
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error) };
  }
}

interface Order {
  readonly steps: Step[][];
  readonly leftOut: readonly string[];
}

/** Returns the steps for the arguments: named steps, `--changed`, or all. */
async function orderOf(args: readonly string[], reports: string): Promise<Order> {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    options: { changed: { type: 'boolean' }, base: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.changed) return changedPlan(reports, values.base);
  const plan = testPlan(reports);
  const known = plan.flat().map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Error(`Unknown step ${unknown}; available: ${known.join(', ')}`);
  return { steps: plan.map((row) => row.filter(({ name }) => names.length === 0 || names.includes(name))), leftOut: [] };
}

async function main(args: readonly string[]): Promise<number> {
  const reports = mkdtempSync(path.join(os.tmpdir(), 'washdesk-reports-'));
  const { steps, leftOut } = await orderOf(args, reports);
  const all: Counts[] = [];
  for (const row of steps) all.push(...(await Promise.all(row.map(runStep))));
  const times = steps.flat().flatMap(({ reportFile }) => (reportFile ? fileTimes(ROOT, reportFile) : []));
  rmSync(reports, { recursive: true });
  const slowest = slowestLines(times);
  for (const line of [...(slowest.length > 0 ? ['The slowest files:', ...slowest] : []), ...leftOut]) console.log(line);
  const sum = (pick: (counts: Counts) => number): number => all.reduce((total, counts) => total + pick(counts), 0);
  console.log(`${sum((counts) => counts.passed)} passed, ${sum((counts) => counts.failed)} failed`);
  return sum((counts) => counts.failed) > 0 ? 1 : 0;
}

// Calls the 'exit' handlers, so that the running tool ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

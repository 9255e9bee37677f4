import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export interface FileTime {
  readonly file: string;
  readonly ms: number;
}

const vitestReport = z.object({ testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })) });

const suite = z.object({
  file: z.string(),
  specs: z.array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) })),
  get suites() {
    return z.array(suite).optional();
  },
});

const playwrightReport = z.object({ config: z.object({ rootDir: z.string() }), suites: z.array(suite) });

/** Returns the duration of each test file in a report, by its path from `root`; empty without a report. */
export function fileTimes(root: string, reportFile: string): FileTime[] {
  if (!existsSync(reportFile)) return [];
  const report: unknown = JSON.parse(readFileSync(reportFile, 'utf8'));
  const vitest = vitestReport.safeParse(report);
  if (vitest.success) {
    return vitest.data.testResults.map(({ name, startTime, endTime }) => ({ file: path.relative(root, name), ms: endTime - startTime }));
  }
  const playwright = playwrightReport.safeParse(report);
  if (!playwright.success) return [];
  const { config, suites } = playwright.data;
  return suites.map((one) => ({ file: path.relative(root, path.join(config.rootDir, one.file)), ms: timeOf(one) }));
}

function timeOf({ specs, suites = [] }: z.infer<typeof suite>): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return [...results.map(({ duration }) => duration), ...suites.map(timeOf)].reduce((sum, ms) => sum + ms, 0);
}

/** Returns one line for each of the slowest files, slowest first. */
export function slowestLines(times: readonly FileTime[], most = 10): string[] {
  return times
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, most)
    .map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`);
}

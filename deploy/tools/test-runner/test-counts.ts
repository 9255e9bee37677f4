import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/**
 * Returns the counts of a step. A tool that fails without a failing test (a file that cannot be loaded, an error after the tests, no
 * report) counts as one failure.
 * @param reportFile the tool's JSON report; without one the step itself is the test
 */
export function countsOf(exitCode: number, reportFile?: string): Counts {
  const counts = reportFile && existsSync(reportFile) ? readReport(JSON.parse(readFileSync(reportFile, 'utf8'))) : null;
  if (!counts) return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  return exitCode === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function readReport(report: unknown): Counts {
  const vitest = vitestReport.safeParse(report);
  if (vitest.success) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = vitest.data;
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  }
  const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats;
  return { passed: expected + flaky, failed: unexpected, skipped };
}

import path from 'node:path';
import { provideChromium } from '@washdesk/local-servers/chromium';
import { ROOT } from '@washdesk/local-servers/processes/program';

/** One step of `npm test`: a tool, and the path of its report. */
export interface Step {
  readonly name: string;
  readonly args: readonly string[];
  readonly reportFile?: string;
  /** Prepares what the step needs besides npm's packages, and returns it as environment variables. */
  prepare?(): Promise<Record<string, string>>;
}

/** Returns the steps: those of one row run in parallel, the rows one after the other, quickest to fail first. */
export function testPlan(reports: string): Step[][] {
  const ofProject = (name: string): Step => vitestStep(name, reports, ['--project', name]);
  const e2eReport = path.join(reports, 'e2e.json');
  return [
    [formatStep(['.']), lintStep([])],
    [ofProject('unit')],
    [ofProject('web')],
    [ofProject('integration')],
    [
      {
        name: 'e2e',
        args: [
          tool('@playwright/test/cli.js'),
          'test',
          '--config',
          'tests/e2e/playwright.config.ts',
          '--reporter=line,json,tests/e2e/support/page-reporter.ts',
        ],
        reportFile: e2eReport,
        prepare: async () => ({ WASHDESK_CHROMIUM: await provideChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport }),
      },
    ],
  ];
}

export const formatStep = (files: readonly string[]): Step => ({
  name: 'format',
  args: [tool('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...files],
});

/** Lints and checks types in one pass; without files, everything. */
export const lintStep = (files: readonly string[]): Step => ({
  name: 'lint-types',
  args: [tool('oxlint/bin/oxlint'), '--type-check', ...files],
});

export function vitestStep(name: string, reports: string, args: readonly string[]): Step {
  const reportFile = path.join(reports, `${name}.json`);
  const output = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportFile}`];
  return { name, args: [tool('vitest/vitest.mjs'), 'run', ...args, ...output], reportFile };
}

function tool(file: string): string {
  return path.join(ROOT, 'node_modules', file);
}

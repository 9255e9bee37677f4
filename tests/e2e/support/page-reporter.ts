import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const mostLines = 150;

/** Prints what the page showed when a test failed: where only the output is kept, there is no screenshot. */
export default class PageReporter implements Reporter {
  onTestEnd(test: TestCase, { status, attachments }: TestResult): void {
    if (status === test.expectedStatus || status === 'skipped') return;
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || path === undefined) continue;
      const text = readFileSync(path, 'utf8');
      const snapshot = text.slice(Math.max(text.indexOf('# Page snapshot'), 0), text.indexOf('# Test source'));
      console.log(`\nThe page at the end of "${test.title}":\n${snapshot.split('\n').slice(0, mostLines).join('\n')}`);
    }
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countsOf } from './test-counts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-counts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = path.join(folder, `${Math.random()}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = (failed: number): string => report({ numPassedTests: 5, numFailedTests: failed, numPendingTests: 1, numTodoTests: 1 });

describe('countsOf', () => {
  it('counts a step without a report as one test', () => {
    expect(countsOf(0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(countsOf(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('reads the reports of vitest and playwright', () => {
    expect(countsOf(1, vitest(2))).toEqual({ passed: 5, failed: 2, skipped: 2 });
    const playwright = report({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 3 } });
    expect(countsOf(1, playwright)).toEqual({ passed: 8, failed: 1, skipped: 3 });
  });

  it('never calls a failed tool green', () => {
    expect(countsOf(1, vitest(0)).failed).toBe(1);
    expect(countsOf(1, path.join(folder, 'missing.json')).failed).toBe(1);
  });
});

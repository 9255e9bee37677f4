import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileTimes, slowestLines } from './slowest-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-times-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it('fileTimes reads the report of vitest', () => {
  const file = report({ testResults: [{ name: '/house/web/a.test.ts', startTime: 1_000, endTime: 3_500 }] });
  expect(fileTimes('/house', file)).toEqual([{ file: 'web/a.test.ts', ms: 2_500 }]);
});

it('fileTimes adds up what the report of playwright nests', () => {
  const spec = (duration: number) => ({ tests: [{ results: [{ duration }] }] });
  const inner = { file: 'a.spec.ts', specs: [spec(200), spec(300)] };
  const file = report({ config: { rootDir: '/house/tests/e2e' }, suites: [{ file: 'a.spec.ts', specs: [spec(100)], suites: [inner] }] });
  expect(fileTimes('/house', file)).toEqual([{ file: 'tests/e2e/a.spec.ts', ms: 600 }]);
});

it('fileTimes has none where there is no report', () => {
  expect(fileTimes('/house', path.join(folder, 'missing.json'))).toEqual([]);
});

it('slowestLines begins with the slowest and ends after so many', () => {
  const times = [1, 3, 2].map((seconds) => ({ file: `${seconds}.test.ts`, ms: seconds * 1_000 }));
  expect(slowestLines(times, 2)).toEqual(['    3.0 s  3.test.ts', '    2.0 s  2.test.ts']);
});

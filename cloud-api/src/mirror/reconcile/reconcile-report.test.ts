import { expect, it } from 'vitest';
import { progressLine } from './reconcile-report.ts';

it('says once a second how far each kind has come', () => {
  let at = 0;
  const lines: string[] = [];
  const tell = progressLine(
    (line) => lines.push(line),
    () => at,
  );
  for (const [kind, count, ms] of [
    ['customer', 100, 400],
    ['customer', 200, 1_000],
    ['customer', 300, 1_500],
    ['charge', 50, 1_900],
    ['charge', 150, 3_000],
  ] as const) {
    at = ms;
    tell(kind, count);
  }
  expect(lines).toEqual(['customer 200 (200/s)', 'charge 150 (75/s)']);
});

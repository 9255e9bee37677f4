import receiptline from 'receiptline';
import { expect, it } from 'vitest';
import { code128Widths } from './code128.ts';

/** Returns the `GS k` data of a barcode that the library prints. */
function printedData(code: string): Buffer {
  const job = Buffer.from(receiptline.transform(`{code:${code};option:code128,2,48}`, { command: 'escpos' }), 'latin1');
  const at = job.indexOf('\x1dk', 0, 'latin1');
  return job.subarray(at + 4, at + 4 + (job[at + 3] ?? 0));
}

/** Returns the bar widths, in modules, that the library draws from its own table. */
function drawnBars(code: string): number[] {
  const svg = receiptline.transform(`{code:${code};option:code128,2,48}`, { command: 'svg' });
  const [, path = ''] = /<path[^>]* d="([^"]*)"/.exec(svg) ?? [];
  return Array.from(path.matchAll(/h(\d+)/g), ([, width]) => Number(width) / 2);
}

it.each(['06DA-0000-01R0', '06B1-KQ3M-7ZRE', '12345678', '123', 'ch_3Qabc', '0000-1111-2222'])(
  'draws the bars of %s as the library does by its own table',
  (code) => {
    const bars = code128Widths(printedData(code)).filter((_, place) => place % 2 === 0);
    expect(bars.length).toBeGreaterThan(6);
    expect(bars).toEqual(drawnBars(code));
  },
);

it('knows every value by 11 modules of its own, three bars and three gaps', () => {
  const symbols = Array.from({ length: 100 }, (_, pair) => code128Widths(Uint8Array.of(0x7b, 0x43, pair)).slice(6, 12));
  expect(new Set(symbols.map((symbol) => symbol.join(''))).size).toBe(100);
  expect(symbols.every((symbol) => symbol.reduce((sum, width) => sum + width, 0) === 11)).toBe(true);
});

import { unmeasuredContracts, missingCalls } from '@washdesk/contracts/all-samples.fixture';
import type { Figures, Row } from './measure.ts';

const aims = { searchP99: 30, ratio: 1.5, listP99: 100 };

const ms = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
const cells = (figures: Figures | string): string[] =>
  typeof figures === 'string' ? [figures, '', ''] : [ms(figures.least), ms(figures.p50), ms(figures.p99)];

/** Returns null if one of the two responses was not 200. */
function verdict({ kind, seeded, large }: Row): string | null {
  if (typeof seeded === 'string' || typeof large === 'string') return null;
  if (kind === 'search') return large.p99 <= aims.searchP99 ? 'reached' : '**missed**';
  if (kind === 'list') return large.p99 <= aims.listP99 ? 'reached' : '**missed**';
  return large.p50 / seeded.p50 <= aims.ratio ? 'reached' : '**missed**';
}

function line(row: Row): string {
  const { id, way, kind, seeded, large } = row;
  const compared = typeof seeded !== 'string' && typeof large !== 'string';
  const ratios = compared ? [(large.p50 / seeded.p50).toFixed(2), (large.least / seeded.least).toFixed(2)] : ['', ''];
  return `| ${[way ? `${id}: ${way}` : id, kind, ...cells(seeded), ...cells(large), ...ratios, verdict(row) ?? ''].join(' | ')} |`;
}

/** Returns the table as in docs/benchmarks.md. */
export function describeRows(rows: readonly Row[]): string[] {
  const missing = missingCalls();
  return [
    '| call | kind | seeded least | p50 | p99 | large least | p50 | p99 | ratio of p50 | of least | aim |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(line),
    '',
    `Aims: a search at most ${aims.searchP99} ms p99, a list ${aims.listP99} ms p99, redeem and look-ups ${aims.ratio} times the seeded company's p50. Milliseconds.`,
    ...(missing.length > 0 ? [`MISSING: ${missing.join(', ')}: state the call in the .samples.ts beside its contract`] : []),
    `Left out: ${Object.entries(unmeasuredContracts)
      .map(([id, why]) => `${id} (${why})`)
      .join(', ')}`,
  ];
}

/** The measurements of one run: the duration of each action and of all together, in milliseconds. */
export interface Run {
  latencies: readonly number[];
  elapsedMs: number;
}

/** Returns the nearest-rank quantile: the value below which `share` of the values are. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('No values for a quantile');
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const perSecond = ({ latencies, elapsedMs }: Run): number => (latencies.length * 1_000) / elapsedMs;

const p50 = ({ latencies }: Run): number => quantile(latencies, 0.5);
const p99 = ({ latencies }: Run): number => quantile(latencies, 0.99);

const p95 = ({ latencies }: Run): number => quantile(latencies, 0.95);

export const describeP95 = (name: string, runs: readonly Run[]): string => `  ${name.padEnd(28)} p95 ${spread(runs, p95, 'ms')}`;

/** The ratio of our 95th percentile to the floor's. */
export const p95Ratio = (runs: readonly Run[], quiet: readonly Run[]): number => median(runs.map(p95)) / median(quiet.map(p95));

const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Formats the median over the runs, with the lowest and the highest. */
function spread(runs: readonly Run[], figure: (run: Run) => number, unit: string): string {
  const values = runs.map(figure);
  return `${digits(median(values))} ${unit} (${digits(Math.min(...values))} to ${digits(Math.max(...values))})`;
}

export const describeThroughput = (name: string, runs: readonly Run[]): string =>
  `  ${name.padEnd(10)} ${spread(runs, perSecond, '/s')}, ${describeLatency(runs)}`;

export const describeLatencies = (name: string, runs: readonly Run[]): string => `  ${name.padEnd(10)} ${describeLatency(runs)}`;

const describeLatency = (runs: readonly Run[]): string => `p50 ${spread(runs, p50, 'ms')}, p99 ${spread(runs, p99, 'ms')}`;

/** The reached share of the floor's throughput. */
export const throughputRatio = (ours: readonly Run[], floor: readonly Run[]): number =>
  median(ours.map(perSecond)) / median(floor.map(perSecond));

/** The ratio of the median latency to the floor's. */
export const latencyRatio = (ours: readonly Run[], floor: readonly Run[]): number => median(ours.map(p50)) / median(floor.map(p50));

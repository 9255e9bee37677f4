import type { SiteLine } from '@washdesk/contracts/sites/fleet';

export interface LineChart {
  /** Paths of an SVG. */
  trip: string;
  missing: string;
  /** The round trip at the top, in ms. */
  greatest: number;
  first: number;
  last: number;
}

/** Returns the connection as paths; a gap between points interrupts the line. */
export function lineChart(
  { at, leasesPercent, roundTripMs, minutes }: SiteLine,
  { width, height }: { width: number; height: number },
): LineChart {
  const [first = 0, last = 0] = [at[0], at.at(-1)];
  const step = minutes * 60;
  const span = Math.max(step, last - first);
  const greatest = Math.max(10, ...roundTripMs.map((ms) => ms ?? 0));
  const x = (seconds: number): string => (((seconds - first) / span) * width).toFixed(1);
  const trip: string[] = [];
  const missing: string[] = [];
  at.forEach((seconds, index) => {
    const ms = roundTripMs[index] ?? null;
    const follows = index > 0 && roundTripMs[index - 1] !== null && seconds - (at[index - 1] ?? 0) <= step;
    if (ms !== null) trip.push(`${follows ? 'L' : 'M'}${x(seconds)} ${(height - (ms / greatest) * height).toFixed(1)}`);
    const lost = 100 - (leasesPercent[index] ?? 100);
    if (lost > 0) missing.push(`M${x(seconds)} ${height}V${(height - (lost / 100) * height).toFixed(1)}`);
  });
  return { trip: trip.join(''), missing: missing.join(''), greatest, first, last };
}

import type { Finding } from './finding.ts';
import { visitsOf, type Wash } from './visits.ts';

const fewestWashes = 18;
const fewestRepeats = 7;
/** A driver washes at the beginning and the end of a shift; several cars come all day. */
const fewestHours = 5;
/** A car that was washed is clean for that long. */
const cleanMs = 10 * 3_600_000;

/** Finds a plan that washes like several cars: often, again a few hours after a wash, and at many hours of the day. */
export function findShared(washes: readonly Wash[]): Finding | null {
  const visits = visitsOf(washes);
  const repeats = visits.filter((wash, index) => index > 0 && wash.at - visits[index - 1]!.at < cleanMs);
  const hours = new Set(repeats.map(({ hour }) => hour)).size;
  if (visits.length < fewestWashes || repeats.length < fewestRepeats || hours < fewestHours) return null;
  const evidence = visits.filter((wash, index) => repeats.includes(wash) || repeats.includes(visits[index + 1]!));
  const strong = repeats.length >= 2 * fewestRepeats;
  return {
    facts: { kind: 'shared', washes: visits.length, repeats: repeats.length, cars: null },
    strength: strong ? 'strong' : repeats.length >= fewestRepeats + 3 ? 'clear' : 'weak',
    evidence: evidence.map(({ id, at }) => ({ of: 'wash', id, at })),
  };
}

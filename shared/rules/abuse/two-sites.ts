import { strengths, type Evidence, type Finding } from './finding.ts';
import { visitsOf, type Wash } from './visits.ts';

/** Degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

const earthMiles = 3_958.8;
/** Faster than any drive between two sites, which also has lights and a line. */
const milesPerHour = 75;
/** A site is placed at the center of its ZIP code. */
const zipCodeMiles = 6;
/** Clocks of two sites without a connection may differ. */
const clockMinutes = 5;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the straight line between two places. */
export function milesBetween(one: Place, other: Place): number {
  const [a, b] = [radians(one.latitude), radians(other.latitude)];
  const across = radians(other.longitude - one.longitude);
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(across / 2) ** 2;
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Returns the minutes that no drive between the sites falls short of: the straight line, less the size of a ZIP code, at 75 mph. */
export const leastDriveMinutes = (miles: number): number => (Math.max(0, miles - zipCodeMiles) / milesPerHour) * 60;

/** Finds washes of one member at two sites that are closer in time than the drive between the sites. */
export function findTwoSites(washes: readonly Wash[], places: ReadonlyMap<number, Place>): Finding | null {
  const visits = visitsOf(washes);
  const pairs = visits.flatMap((wash, index) => {
    const before = visits[index - 1];
    const [from, to] = [before && places.get(before.site), places.get(wash.site)];
    if (!before || before.site === wash.site || !from || !to) return [];
    const miles = milesBetween(from, to);
    const [driveMinutes, apartMinutes] = [leastDriveMinutes(miles), (wash.at - before.at) / 60_000];
    return apartMinutes + clockMinutes < driveMinutes ? [{ before, wash, miles, driveMinutes, apartMinutes }] : [];
  });
  const [worst] = pairs.toSorted((one, other) => one.apartMinutes - one.driveMinutes - (other.apartMinutes - other.driveMinutes));
  if (!worst) return null;
  const facts = {
    kind: 'two-sites' as const,
    times: pairs.length,
    sites: [worst.before.site, worst.wash.site] as [number, number],
    miles: Math.round(worst.miles),
    driveMinutes: Math.round(worst.driveMinutes),
    apartMinutes: Math.round(worst.apartMinutes),
  };
  const evidence = pairs.flatMap(({ before, wash }) => [before, wash]).map(({ id, at }): Evidence => ({ of: 'wash', id, at }));
  return {
    facts,
    strength: strengths[Math.min(pairs.length, 3) - 1]!,
    evidence: [...new Map(evidence.map((one) => [one.id, one])).values()],
  };
}

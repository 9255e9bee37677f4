import { dayMs, type Finding, type Strength } from './finding.ts';
import { isSamePlate } from './plate-changes.ts';

/** A member's tag that an antenna read, with the plate that a camera read in the same lane meanwhile. */
export interface PairedRead {
  id: string;
  /** Epoch milliseconds. */
  at: number;
  plate: string;
  /** The member who has the plate; null for an unknown one. */
  owner: string | null;
}

export interface TagHolder {
  /** The plates that the member had in the window. */
  plates: readonly string[];
  /** Members whose tag was read with a plate of this one: their stickers are exchanged, and both pay. */
  exchangedWith: ReadonlySet<string>;
}

/** Reads of one car other than the member's own. */
interface OtherCar {
  reads: PairedRead[];
  days: number;
}

const fewestDays = 3;
/** Each of so many cars, on at least two days, or so many more on one day each. */
const severalCars = 3;
const manyCars = 5;

const daysOf = (reads: readonly PairedRead[]): number => new Set(reads.map(({ at }) => Math.floor(at / dayMs))).size;
const byTime = (reads: readonly PairedRead[]): PairedRead[] => reads.toSorted((one, other) => one.at - other.at);

/** Finds a tag that is read again and again with plates other than its member's: `tag-plate`, or `shared` with three cars or more. */
export function findOtherPlates(reads: readonly PairedRead[], { plates, exchangedWith }: TagHolder): Finding | null {
  const isOwn = ({ plate }: PairedRead): boolean => plates.some((own) => isSamePlate(own, plate));
  const own = reads.filter(isOwn);
  const others = carsOf(reads.filter((read) => !isOwn(read) && !(read.owner !== null && exchangedWith.has(read.owner))));
  const again = others.filter(({ days }) => days >= 2);
  const shown = again.length > 0 && others.length < manyCars ? again : others;
  const evidence = byTime(shown.flatMap((car) => car.reads));
  const days = daysOf(evidence);

  const cars = again.length + (own.length > 0 ? 1 : 0);
  const isManyOnce = others.length >= manyCars && evidence.length > own.length;
  if ((cars >= severalCars && days >= fewestDays) || isManyOnce) {
    const count = isManyOnce ? Math.max(cars, others.length) : cars;
    const facts = { kind: 'shared' as const, washes: reads.length, repeats: 0, cars: count };
    return findingOf(facts, count > severalCars ? 'strong' : 'clear', evidence);
  }
  if (again.length === 0 || days < fewestDays || isReplaced(again, own)) return null;
  const isMembers = evidence.some(({ owner }) => owner !== null);
  const facts = { kind: 'tag-plate' as const, reads: evidence.length, days, plates: again.length, isMembers };
  return findingOf(facts, days >= 2 * fewestDays ? 'strong' : days > fewestDays || isMembers ? 'clear' : 'weak', evidence);
}

const findingOf = (facts: Finding['facts'], strength: Strength, evidence: readonly PairedRead[]): Finding => ({
  facts,
  strength,
  evidence: evidence.map(({ id, at }) => ({ of: 'read', id, at })),
});

/** Joins reads of the same plate, also if the camera misread a character. */
function carsOf(reads: readonly PairedRead[]): OtherCar[] {
  const cars: PairedRead[][] = [];
  for (const read of byTime(reads)) {
    const same = cars.find(([first]) => isSamePlate(first!.plate, read.plate));
    if (same) same.push(read);
    else cars.push([read]);
  }
  return cars.map((car) => ({ reads: car, days: daysOf(car) }));
}

/** Whether the tag moved to one new car whose plate is not entered yet: the former car does not come any more. */
function isReplaced(cars: readonly OtherCar[], own: readonly PairedRead[]): boolean {
  const [car] = cars;
  if (cars.length !== 1 || car!.reads.some(({ owner }) => owner !== null)) return false;
  return own.every(({ at }) => at < car!.reads[0]!.at);
}

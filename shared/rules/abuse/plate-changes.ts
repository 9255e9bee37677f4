import { isNearMiss } from '../codes/code-forms.ts';
import { parsePlate } from '../codes/plates.ts';
import type { Finding } from './finding.ts';

/** A change of a member's plate. */
export interface PlateChange {
  id: string;
  /** Epoch milliseconds. */
  at: number;
  from: string;
  to: string;
}

/** A new car has a temporary plate and then its own: two changes are usual. */
const mostUsual = 3;
const correctedMs = 3_600_000;
const washedWithinMs = 2 * 86_400_000;

const characters = (plate: string): string => parsePlate(plate)?.characters ?? plate;

/** Whether two plates are the same car's: one was typed wrong, or in another state. */
export const isSamePlate = (one: string, other: string): boolean => isNearMiss(characters(one), characters(other));

/** Returns changes to another car: without corrections of a typo, and without a wrong entry and its correction within an hour. */
export function changesOfCar(changes: readonly PlateChange[]): PlateChange[] {
  const kept: PlateChange[] = [];
  for (const change of changes.toSorted((one, other) => one.at - other.at)) {
    if (change.from === '' || change.to === '' || isSamePlate(change.from, change.to)) continue;
    const before = kept.at(-1);
    if (!before || change.at - before.at > correctedMs) kept.push(change);
    else if (isSamePlate(before.from, change.to)) kept.pop();
    else kept[kept.length - 1] = { ...change, from: before.from };
  }
  return kept;
}

/** Finds plates that are changed to wash another car. @param washes times of the member's washes */
export function findPlateChanges(changes: readonly PlateChange[], washes: readonly number[]): Finding | null {
  const real = changesOfCar(changes);
  const washedAfter = real.filter(({ at }) => washes.some((wash) => wash >= at - correctedMs && wash - at < washedWithinMs)).length;
  const returned = real.some(({ to, at }) => real.some((earlier) => earlier.at < at && isSamePlate(earlier.from, to)));
  const isUsual = real.length < mostUsual || (real.length === mostUsual && !returned && washedAfter < mostUsual);
  if (isUsual) return null;
  return {
    facts: { kind: 'plate-changes', changes: real.length, washedAfter, returned },
    strength: real.length >= 6 || (real.length >= 4 && returned) ? 'strong' : real.length >= 4 ? 'clear' : 'weak',
    evidence: real.map(({ id, at }) => ({ of: 'change', id, at })),
  };
}

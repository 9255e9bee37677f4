import { firstOfMonth, firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import { makePrices } from '@washdesk/simulators/company/catalogue';
import type { Price } from '@washdesk/simulators/company/model';

/** A seeded source of numbers in [0, 1) for one lifecycle, unaffected by the rest of the test. */
export type RandomSource = () => number;

export const oneOf = <T>(random: RandomSource, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('No values to choose from');
  return value;
};

export const randomBelow = (random: RandomSource, most: number): number => Math.floor(random() * most);

export const sitePrices = makePrices().filter(({ site }) => site === 12);

export const isInterior = ({ productClass }: Pick<Price, 'productClass'>): boolean => productClass.endsWith('Interior');

/** The checkboxes of a sign-up or a reinstatement. */
export interface TickedOptions {
  FreeForMonth?: boolean;
  DoNotProrate?: boolean;
  ChargeForLastMonth?: boolean;
}

const ticks: readonly TickedOptions[] = [
  {},
  { FreeForMonth: true },
  { DoNotProrate: true },
  { ChargeForLastMonth: true },
  { DoNotProrate: true, ChargeForLastMonth: true },
];

export const randomOptions = (random: RandomSource, { allowProrate }: Pick<Price, 'allowProrate'>): TickedOptions =>
  oneOf(
    random,
    ticks.filter(({ FreeForMonth }) => allowProrate || !FreeForMonth),
  );

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const inSeconds = (instant: Date): number => instant.getTime() / 1_000;

/** Returns the 1st that ends the billing month of that second. All instants here are epoch seconds. */
export const monthEndOf = (second: number): number => inSeconds(firstOfNextMonth(new Date(second * 1_000)));
export const monthStartOf = (second: number): number => inSeconds(firstOfMonth(new Date(second * 1_000)));

/**
 * Returns a second between the two: any, or one where months are often miscounted (the last day, the early hours of the 1st, the first and
 * the last minute).
 */
export function randomInstant(random: RandomSource, after: number, end: number): number {
  const wanted = oneOf(random, [
    () => after + randomBelow(random, end - after),
    () => after + randomBelow(random, end - after),
    () => end - randomBelow(random, day),
    () => end - randomBelow(random, 10 * hour),
    () => end - minute - randomBelow(random, minute),
    () => monthStartOf(end - 1) + randomBelow(random, minute),
  ])();
  return awayFromMonthEnd(Math.max(wanted, after));
}

/** How long a person considers a preview: seconds, minutes or hours, less than the day for which it is valid. */
export const randomDelay = (random: RandomSource): number => 1 + randomBelow(random, oneOf(random, [minute, hour, 20 * hour]));

/** Avoids the seconds before the 1st: a call may take seconds, so its month would be uncertain. */
export function awayFromMonthEnd(second: number): number {
  const end = monthEndOf(second);
  return end - second < minute / 2 ? end : second;
}

import type { Strength } from './finding.ts';

/** What an employee gave in the window, and how much that employee did in which it can be given. */
export interface SellerFigures {
  seller: string;
  /** Only employees with the same rights are compared. */
  isManager: boolean;
  /** Free months or refunds. */
  count: number;
  /** Sign-ups for free months, days at work for refunds. */
  work: number;
}

export interface SellerFinding {
  seller: string;
  strength: Strength;
  count: number;
  /** What the peers would have given for the same work. */
  expected: number;
  /** The share of all that was given, and of all work, by employees with the same rights. */
  percent: number;
  percentOfWork: number;
  peers: number;
}

const fewest = 5;
const fewestPeers = 4;
/** The share of peers who are left out of the comparison, rounded up. */
const leftOut = 0.1;
/** Honest employees differ that much: by their site, their hours and their customers. */
const usualFactor = 2;
/** How rarely an honest employee reaches such a number. */
const rarity: readonly [Strength, number][] = [
  ['strong', 1e-10],
  ['clear', 1e-6],
  ['weak', 1e-4],
];

/** Returns the probability of at least `count` events if `mean` are expected (Poisson). */
export function probabilityOfAtLeast(count: number, mean: number): number {
  // each tail is summed from its greatest term, because one minus nearly one has no digits left
  return count > mean ? upperTail(count, mean) : 1 - lowerTail(count - 1, mean);
}

function upperTail(from: number, mean: number): number {
  let sum = 0;
  for (let at = from, term = termAt(from, mean); term > sum * 1e-14; at += 1, term *= mean / at) sum += term;
  return sum;
}

function lowerTail(from: number, mean: number): number {
  let sum = 0;
  for (let at = from, term = termAt(from, mean); at >= 0 && term > sum * 1e-14; term *= at / mean, at -= 1) sum += term;
  return sum;
}

function termAt(count: number, mean: number): number {
  let logarithm = count * Math.log(mean) - mean;
  for (let factor = 2; factor <= count; factor += 1) logarithm -= Math.log(factor);
  return Math.exp(logarithm);
}

/**
 * Finds employees who give far more than their peers for the same work. The peers who give most are left out of the comparison, so that
 * two who do the same do not hide each other.
 */
export function findSellers(figures: readonly SellerFigures[]): SellerFinding[] {
  return figures.flatMap((own) => {
    if (own.count < fewest || own.work <= 0) return [];
    const group = figures.filter(({ isManager, work }) => isManager === own.isManager && work > 0);
    const peers = group.filter((peer) => peer !== own).toSorted((one, other) => other.count / other.work - one.count / one.work);
    if (peers.length < fewestPeers) return [];
    const compared = peers.slice(Math.ceil(peers.length * leftOut));
    // half an event more, so that peers who gave nothing yet are no proof
    const rate = (sumOf(compared, ({ count }) => count) + 0.5) / sumOf(compared, ({ work }) => work);
    const expected = rate * own.work;
    const probability = probabilityOfAtLeast(own.count, usualFactor * expected);
    const strength = rarity.find(([, limit]) => probability < limit)?.[0];
    if (!strength) return [];
    const percentBy = (of: (one: SellerFigures) => number): number => Math.round((100 * of(own)) / sumOf(group, of));
    return [
      {
        seller: own.seller,
        strength,
        count: own.count,
        expected: Math.round(expected * 10) / 10,
        percent: percentBy(({ count }) => count),
        percentOfWork: percentBy(({ work }) => work),
        peers: peers.length,
      },
    ];
  });
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((sum, row) => sum + of(row), 0);

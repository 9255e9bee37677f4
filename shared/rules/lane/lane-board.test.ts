import { describe, expect, it } from 'vitest';
import { carsOfLane, carStateOf, waitingReads, withLiveCars, type BoardCar } from './lane-board.ts';

const start = Date.parse('2026-11-21T12:00:00.000Z');
const at = (seconds: number): string => new Date(start + seconds * 1_000).toISOString();
const now = new Date(at(60));

const car = (seconds: number, more: Partial<BoardCar> = {}): BoardCar => ({
  id: `trace-${seconds}-${more.lane ?? 1}`,
  began: at(seconds),
  lane: 1,
  code: '12345+123456',
  customer: 'cus_1',
  outcome: 'opened',
  laneReason: 'admitted',
  admission: 'admitted',
  tiedLanes: [],
  decision: null,
  isWashed: false,
  ...more,
});
const plate = (seconds: number, more: Partial<BoardCar> = {}) =>
  car(seconds, { code: 'ABC123-IL', outcome: 'suggested', laneReason: null, ...more });
const decided = (kind: 'admitted' | 'moved' | 'dismissed', lane: number | null = 1) => ({ kind, lane, at: at(50) });

describe('cars that were reported live', () => {
  const live = (seconds: number, more: Partial<BoardCar> = {}) => car(seconds, { id: null, outcome: null, laneReason: null, ...more });

  it('are shown until their trace is there', () => {
    expect(withLiveCars([car(10)], [live(12), live(30), live(12, { lane: 2 })]).map(({ began, id, lane }) => [began, id, lane])).toEqual([
      [at(30), null, 1],
      [at(12), null, 2],
      [at(10), 'trace-10-1', 1],
    ]);
  });
});

describe('a read waits for a person', () => {
  const codesOf = (cars: BoardCar[], when = now) => waitingReads(cars, when).map(({ car: { code }, lanes }) => [code, lanes]);

  it('if a camera was unsure, or two lanes read a tag equally well: once, with both lanes', () => {
    const tied = { outcome: 'ignored', laneReason: null, tiedLanes: [1, 2], customer: null } as const;
    expect(codesOf([car(31, { ...tied, lane: 2 }), car(30, tied), plate(20, { customer: null })])).toEqual([
      ['ABC123-IL', [1]],
      ['12345+123456', [1, 2]],
    ]);
  });

  it.each<[string, BoardCar[]]>([
    ['a car that its lane decided', [car(10), car(11, { outcome: 'shown' })]],
    ['a weak read', [car(10, { outcome: 'ignored' })]],
    ['a plate that is not legible', [plate(10, { code: null, customer: null })]],
    ['a read without its trace', [plate(10, { id: null })]],
    ['what a person decided', [plate(10, { decision: decided('dismissed') })]],
    ['another report of the same plate', [plate(12), plate(10, { decision: decided('admitted') })]],
    ['a member whom the tag let in', [plate(12), car(10)]],
    ['a member whom a register has redeemed', [plate(12, { isWashed: true })]],
  ])('but not %s', (_what, cars) => {
    expect(codesOf(cars)).toEqual([]);
  });

  it('beside a member who was refused, and until the car must be gone', () => {
    const refused = [plate(12), car(10, { outcome: 'not-opened', laneReason: 'not-active' })];
    expect(codesOf(refused)).toEqual([['ABC123-IL', [1]]]);
    expect(codesOf(refused, new Date(start + 312_000))).toEqual([]);
  });
});

it('a car is listed in the lane where a person saw it, a dismissed or waiting one in none', () => {
  const moved = car(10, { decision: decided('moved', 2) });
  const cars = [moved, plate(9, { decision: decided('admitted', 2) }), plate(8), car(7, { decision: decided('dismissed', null) })];
  expect(carsOfLane(cars, 2, 5).map(({ began }) => began)).toEqual([at(10), at(9)]);
  expect(carsOfLane(cars, 1, 5)).toEqual([]);
});

it.each<[string, Partial<BoardCar>]>([
  ['reading', { outcome: null, laneReason: null }],
  ['opened', {}],
  ['payment-due', { laneReason: 'payment-due' }],
  ['payment-due', { outcome: 'shown', laneReason: null, admission: 'payment-due' }],
  ['check-lane', { outcome: 'unconfirmed' }],
  ['not-opened', { outcome: 'not-opened' }],
  ['not-opened', { outcome: 'not-opened', code: null, laneReason: null, admission: null }],
  ['not-active', { outcome: 'not-opened', laneReason: 'ended' }],
  ['not-found', { outcome: 'shown', laneReason: 'not-found', admission: 'not-found' }],
  ['washed-already', { outcome: 'not-opened', laneReason: 'already-redeemed' }],
  ['let-in', { outcome: 'shown' }],
  ['washed', { outcome: 'shown', isWashed: true }],
  ['ignored', { outcome: 'ignored', laneReason: null }],
  ['by-hand', { code: null, laneReason: null, admission: null }],
  ['by-hand', { outcome: 'suggested', laneReason: null, decision: decided('admitted') }],
])('a car is %s', (state, more) => {
  expect(carStateOf(car(0, more))).toBe(state);
});

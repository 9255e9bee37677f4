import { admits, type Admission } from './admission.ts';
import type { LaneReason } from './lane-reasons.ts';
import type { TraceOutcome } from './traces.ts';

/** The decisions of a person at the lanes about a read. */
export const laneDecisions = ['admitted', 'moved', 'dismissed'] as const;
export type LaneDecisionKind = (typeof laneDecisions)[number];

/** The part of a car on the lane board that decides where and how it is shown. */
export interface BoardCar {
  /** Of its trace; null while the site has not reported its end. */
  id: string | null;
  /** ISO 8601 UTC. */
  began: string;
  lane: number | null;
  code: string | null;
  customer: string | null;
  /** Null before the lane's decision. */
  outcome: TraceOutcome | 'unknown' | null;
  /** Of the lane; null if it decided nothing. */
  laneReason: LaneReason | null;
  /** By the cloud's list of members; null without a code. */
  admission: Admission | null;
  /** The lanes that read its tag equally well. */
  tiedLanes: readonly number[];
  decision: { kind: LaneDecisionKind; lane: number | null; at: string } | null;
  /** A wash of the member is recorded at the site about the time of the read. */
  isWashed: boolean;
}

/** A read without a decision in this time is of a car that is gone. */
export const readWaitsMs = 5 * 60_000;
/** A person may decide about a car for this long. */
export const decidedWithinMs = 15 * 60_000;

/** The live report of a read and its trace differ in time by the filter's delay and the gate's. */
const sameReadMs = 10_000;
/** A car that was read by tag and by camera: both reads are this close. */
const sameCarMs = 60_000;

const apart = (one: { began: string }, other: { began: string }): number => Math.abs(Date.parse(one.began) - Date.parse(other.began));

/** Adds cars that were reported live to those whose trace is stored, newest first. A trace replaces its live report. */
export function withLiveCars<Car extends BoardCar>(traced: readonly Car[], live: readonly Car[]): Car[] {
  const isTraced = (car: Car): boolean =>
    traced.some(({ lane, code, began }) => lane === car.lane && code === car.code && apart({ began }, car) <= sameReadMs);
  return [...traced, ...live.filter((car) => !isTraced(car))].toSorted((a, b) => b.began.localeCompare(a.began));
}

/** Returns the lane where a car stands: a person at the lanes knows better than an antenna. */
export const laneOf = ({ lane, decision }: Pick<BoardCar, 'lane' | 'decision'>): number | null => decision?.lane ?? lane;

const isAmbiguous = ({ outcome, tiedLanes }: BoardCar): boolean => outcome === 'suggested' || tiedLanes.length > 1;

/** Whether the car drove in, by its lane, a person at the lanes or a register. */
const isLetIn = ({ outcome, decision, isWashed }: BoardCar): boolean =>
  isWashed || outcome === 'opened' || outcome === 'unconfirmed' || decision?.kind === 'admitted' || decision?.kind === 'moved';

/** A read that a person has to decide. */
export interface WaitingRead<Car extends BoardCar> {
  car: Car;
  /** The lanes where the car may stand. */
  lanes: number[];
}

/**
 * Returns the reads that wait for a person, the longest waiting first: plates that were only suggested, and tags whose lane is ambiguous.
 * One that another read of the same member has answered does not wait; nor does one of a car that must be gone.
 */
export function waitingReads<Car extends BoardCar>(cars: readonly Car[], now: Date): WaitingRead<Car>[] {
  const open = cars.filter(
    (car) => car.id !== null && car.code !== null && isAmbiguous(car) && now.getTime() - Date.parse(car.began) < readWaitsMs,
  );
  const isAnswered = (car: Car): boolean =>
    cars.some(
      (other) =>
        apart(other, car) <= sameCarMs &&
        (isSameSubject(other, car) ? other.decision !== null || isLetIn(other) : isOfSameMember(other, car) && isLetIn(other)),
    );
  // one read for each code: a tied tag has a trace in each of its lanes
  const byCode = Map.groupBy(
    open.filter((car) => !isAnswered(car)),
    ({ code }) => code,
  );
  return [...byCode.values()]
    .flatMap(([car, ...others]) => (car === undefined ? [] : [{ car, lanes: lanesOf([car, ...others]) }]))
    .toSorted((a, b) => a.car.began.localeCompare(b.car.began));
}

const isSameSubject = (one: BoardCar, other: BoardCar): boolean => one.code === other.code;
const isOfSameMember = (one: BoardCar, other: BoardCar): boolean => one.customer !== null && one.customer === other.customer;

function lanesOf(cars: readonly BoardCar[]): number[] {
  const lanes = cars.flatMap(({ lane, tiedLanes }) => [...(lane === null ? [] : [lane]), ...tiedLanes]);
  return [...new Set(lanes)].toSorted((a, b) => a - b);
}

/** Returns the last cars of a lane, newest first: of an ambiguous read only what a person let in. */
export const carsOfLane = <Car extends BoardCar>(cars: readonly Car[], lane: number, most: number): Car[] =>
  cars.filter((car) => laneOf(car) === lane && car.decision?.kind !== 'dismissed' && (!isAmbiguous(car) || isLetIn(car))).slice(0, most);

/** The state of a car in one word for the person at the lanes. */
export type CarState =
  | 'reading'
  | 'opened'
  | 'check-lane'
  | 'not-opened'
  | 'let-in'
  | 'washed'
  | 'payment-due'
  | 'washed-already'
  | 'not-active'
  | 'not-found'
  | 'ignored'
  | 'by-hand';

/** Returns what the person at the lanes must know first. */
export function carStateOf(car: BoardCar): CarState {
  const { outcome, laneReason, admission, code, decision, isWashed } = car;
  if (decision?.kind === 'admitted' || decision?.kind === 'moved') return 'by-hand';
  const isDue = laneReason === 'payment-due' || (laneReason === null && admission === 'payment-due');
  if (outcome === 'opened') return isDue ? 'payment-due' : code === null ? 'by-hand' : 'opened';
  if (outcome === 'unconfirmed' || outcome === 'unknown') return 'check-lane';
  if (outcome === 'ignored') return 'ignored';
  if (laneReason === 'already-redeemed') return 'washed-already';
  if (isWashed && outcome !== 'not-opened') return isDue ? 'payment-due' : 'washed';
  if (outcome === null && laneReason === null) return 'reading';
  if (isDue && outcome !== 'not-opened') return 'payment-due';
  const admitted =
    laneReason === null ? admission !== null && admits(admission) : laneReason === 'admitted' || laneReason === 'payment-due';
  if (admitted) return outcome === 'not-opened' ? 'not-opened' : 'let-in';
  if (laneReason === 'not-found' || admission === 'not-found') return 'not-found';
  return laneReason === null && outcome === 'not-opened' ? 'not-opened' : 'not-active';
}

/** Whether a member owes a payment that the person at the lanes can collect. */
export const isPaymentDueAtLane = ({ admission, customer }: Pick<BoardCar, 'admission' | 'customer'>): boolean =>
  customer !== null && admission === 'payment-due';

/** Why a gate is opened by hand at the lanes. The first two are pressed most often. */
export const openReasons = [
  'Member waits, tag not read',
  'Gate didn’t open',
  'Paid at the register',
  'Car must leave the lane',
  'Employee or service',
] as const;

import type { LaneCar } from '@washdesk/contracts/lane/board';
import { laneReasons } from '@washdesk/rules/lane/lane-reasons';
import type { LiveReport } from '../../../ports/site-link.ts';

/** A car as its site reported it live. Its trace follows. */
export type LiveCar = Pick<LaneCar, 'began' | 'lane' | 'code' | 'outcome' | 'laneReason'> & { code: string };

/** A trace follows within a second, or the site has no connection. */
const keptMs = 60_000;
const mostOfSite = 40;

/** By the gate's result. The outcome of any other one is unknown. */
const outcomes: Partial<Record<string, LaneCar['outcome']>> = {
  opened: 'opened',
  unconfirmed: 'unconfirmed',
  expired: 'not-opened',
  interlocked: 'not-opened',
  rejected: 'not-opened',
  unavailable: 'not-opened',
};

/** The cars of the last minute as their sites report them live. Every process receives them; none is stored. */
export class LiveCars {
  readonly #cars = new Map<number, LiveCar[]>();

  /** @returns whether the report is about a car */
  take(report: LiveReport, now: Date): boolean {
    const car = carOf(report);
    if (car === null) return false;
    const others = this.of(report.site, now).filter(({ lane, code }) => lane !== car.lane || code !== car.code);
    this.#cars.set(report.site, [car, ...others].slice(0, mostOfSite));
    return true;
  }

  of(site: number, now: Date): LiveCar[] {
    return (this.#cars.get(site) ?? []).filter(({ began }) => now.getTime() - Date.parse(began) < keptMs);
  }
}

function carOf({ kind, at, payload }: LiveReport): LiveCar | null {
  if (kind === 'tag') return { began: at, lane: payload.lane, code: payload.tag, outcome: null, laneReason: null };
  if (kind === 'plate') {
    const { lane, plate } = payload;
    return plate === null ? null : { began: at, lane, code: plate, outcome: null, laneReason: null };
  }
  if (kind !== 'decision') return null;
  const { lane, code, reason, gate, command, decidedMs, answeredMs } = payload;
  const began = new Date(Date.parse(at) - (answeredMs ?? decidedMs)).toISOString();
  const outcome = command === null ? 'shown' : (outcomes[gate ?? ''] ?? 'unknown');
  return { began, lane, code, outcome, laneReason: laneReasons.find((one) => one === reason) ?? null };
}

import type { SiteVitals } from '@washdesk/site-protocol/envelope';
import { leaseIntervalMs } from '@washdesk/site-protocol/timing';

export const minuteMs = 60_000;

export interface LineMinute {
  leases: number;
  /** Mean and greatest round trip; null if none was measured. */
  roundTripMs: number | null;
  slowestMs: number | null;
  waiting: number | null;
}

const storable = 32_767;

/** Counts the leases of a site, for the line of the last minute and for the row of each minute. */
export class MinuteCount {
  /** Monotonic times of the leases of the last minute. */
  #times: number[] = [];
  /** When the first lease of this run of leases came: before a minute has passed, fewer are expected. */
  #began: number | null = null;
  #leases = 0;
  #roundTrips: number[] = [];
  #waiting: number | null = null;

  lease(vitals: SiteVitals | null, now: number): void {
    const last = this.#times.at(-1);
    if (last === undefined || now - last > minuteMs) this.#began = now;
    this.#times = this.#times.filter((time) => now - time < minuteMs);
    this.#times.push(now);
    this.#leases += 1;
    if (!vitals) return;
    if (vitals.roundTripMs !== null) this.#roundTrips.push(vitals.roundTripMs);
    this.#waiting = vitals.waiting.events;
  }

  /** Returns null before a whole minute has passed since the first lease. */
  percentOfLastMinute(now: number): number | null {
    if (this.#began === null || now - this.#began < minuteMs) return null;
    const recent = this.#times.filter((time) => now - time < minuteMs).length;
    // the clocks of both ends differ: one lease more or less belongs to the neighboring minute
    return Math.min(100, Math.round(((recent + 1) * 100 * leaseIntervalMs) / minuteMs));
  }

  /** Returns the counts since the last call, and begins again. */
  take(): LineMinute {
    const trips = this.#roundTrips;
    const mean = trips.length === 0 ? null : Math.round(trips.reduce((sum, ms) => sum + ms, 0) / trips.length);
    const minute = {
      leases: Math.min(storable, this.#leases),
      roundTripMs: mean && Math.min(storable, mean),
      slowestMs: trips.length === 0 ? null : Math.min(storable, Math.max(...trips)),
      waiting: this.#waiting,
    };
    this.#leases = 0;
    this.#roundTrips = [];
    this.#waiting = null;
    return minute;
  }
}

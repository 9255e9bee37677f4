import { setTimeout as sleep } from 'node:timers/promises';
import { readingOf, type CarReading } from './car-reading.ts';

/** approaching: on its way to the reader. waiting: before the closed gate. passing: the gate was seen open. */
export type CarStage = 'approaching' | 'waiting' | 'passing';

export interface Car {
  readonly code: string;
  readonly stage: CarStage;
}

interface CarsOptions {
  /** Sends to a simulator's control server. */
  readonly post: (simulator: string, action: string, body: object) => Promise<void>;
  /** Whether the gate of the lane is open; null while its board does not respond. */
  readonly gateOpen: (site: number, lane: number) => Promise<boolean | null>;
  readonly times?: { readonly approachMs: number; readonly lookMs: number; readonly passMs: number };
}

const usualTimes = { approachMs: 1_500, lookMs: 250, passMs: 2_500 };
/** Longer than a cashier takes; then the driver gives up. */
const longestWaitMs = 15 * 60_000;

/** One car a lane that drives up, is read, waits for its gate and drives through. */
export class Cars {
  readonly #options: CarsOptions;
  readonly #cars = new Map<string, { code: string; stage: CarStage; leaving: AbortController }>();

  constructor(options: CarsOptions) {
    this.#options = options;
  }

  of(site: number, lane: number): Car | null {
    const car = this.#cars.get(keyOf(site, lane));
    return car ? { code: car.code, stage: car.stage } : null;
  }

  /** @throws Error if a car is in the lane. Resolves when the car was read; it then waits by itself. */
  async driveUp(site: number, lane: number, code: string): Promise<void> {
    if (this.of(site, lane)) throw new Error('A car is in this lane. Open its gate, or let it drive away.');
    const reading = readingOf(code, lane);
    const car = { code, stage: 'approaching' as CarStage, leaving: new AbortController() };
    this.#cars.set(keyOf(site, lane), car);
    const { approachMs } = this.#options.times ?? usualTimes;
    try {
      await this.#presence(site, lane, true);
      await sleep(approachMs, undefined, { signal: car.leaving.signal });
      await this.#read(site, reading);
      car.stage = 'waiting';
    } catch (error) {
      await this.#leave(site, lane);
      if (!car.leaving.signal.aborted) throw error;
      return;
    }
    void this.#passWhenOpen(site, lane, car);
  }

  async driveAway(site: number, lane: number): Promise<void> {
    const car = this.#cars.get(keyOf(site, lane));
    car?.leaving.abort();
    if (car) await this.#leave(site, lane);
  }

  stop(): void {
    for (const { leaving } of this.#cars.values()) leaving.abort();
    this.#cars.clear();
  }

  async #passWhenOpen(site: number, lane: number, car: { stage: CarStage; leaving: AbortController }): Promise<void> {
    const { lookMs, passMs } = this.#options.times ?? usualTimes;
    const { signal } = car.leaving;
    const until = Date.now() + longestWaitMs;
    try {
      while (Date.now() < until) {
        if (await this.#options.gateOpen(site, lane)) {
          car.stage = 'passing';
          await sleep(passMs, undefined, { signal });
          break;
        }
        await sleep(lookMs, undefined, { signal });
      }
      await this.#leave(site, lane);
    } catch (error) {
      // the car drove away, or the workbench stops
      if (!signal.aborted) throw error;
    }
  }

  async #leave(site: number, lane: number): Promise<void> {
    this.#cars.delete(keyOf(site, lane));
    await this.#presence(site, lane, false);
  }

  async #read(site: number, reading: CarReading): Promise<void> {
    if (reading === null) return;
    // without it, the reader does not name the antenna
    if (reading.by === 'rfid') await this.#options.post(`rfid-${site}`, 'behaviour', { appendsFields: true });
    await this.#options.post(`${reading.by}-${site}`, reading.action, reading.body);
  }

  #presence(site: number, lane: number, presence: boolean): Promise<void> {
    return this.#options.post(`gate-${site}`, 'behaviour', { gate: lane - 1, presence });
  }
}

const keyOf = (site: number, lane: number): string => `${site} ${lane}`;

import type { DeviceHealth, HealthListener, Unsubscribe } from '../ports/device.ts';
import { Listeners } from './listeners.ts';

/** The health of a driver. Reports only changes, so that an unreachable device does not fill the log. */
export class HealthReport {
  #health: DeviceHealth = { status: 'connecting' };
  readonly #listeners = new Listeners<DeviceHealth>();

  get current(): DeviceHealth {
    return this.#health;
  }

  ready(): void {
    this.#change({ status: 'ready' });
  }

  faulty(problem: string): void {
    this.#change({ status: 'faulty', problem });
  }

  /** The device responds: faulty with a problem, ready without. */
  responds(problem: string | null): void {
    if (problem === null) this.ready();
    else this.faulty(problem);
  }

  offline(problem: string): void {
    this.#change({ status: 'offline', problem });
  }

  subscribe(listener: HealthListener): Unsubscribe {
    return this.#listeners.add(listener);
  }

  #change(next: DeviceHealth): void {
    if (next.status === this.#health.status && next.problem === this.#health.problem) return;
    this.#health = next;
    this.#listeners.tell(next);
  }
}

/** Returns a sentence about an error of a library. Some libraries throw values that are not an Error. */
export function describe(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
  // Firebird breaks its sentences into lines
  return (hasMessage ? String(error.message) : String(error)).replaceAll(/\s+/gu, ' ').trim();
}

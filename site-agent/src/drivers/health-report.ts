import type { DeviceHealth, HealthListener, Unsubscribe } from '../ports/device.ts';
import { Listeners } from './listeners.ts';

/** The health every driver shows: reports only changes, so that a device that stays unreachable fills no log. */
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

/** A sentence about an error that a library threw; some libraries throw things that are no Error. */
export function describe(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
  // Firebird breaks its sentences into lines.
  return (hasMessage ? String(error.message) : String(error)).replaceAll(/\s+/gu, ' ').trim();
}

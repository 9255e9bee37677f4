import type { DeviceHealth, Driver, HealthListener, Unsubscribe } from '../ports/device.ts';
import type { Backoff } from '../transports/backoff.ts';
import { keepConnected, pause, type Connection } from '../transports/reconnect.ts';
import { describe, HealthReport } from './health-report.ts';
import { Listeners } from './listeners.ts';

/** A driver that serves one connection to its device after the other, and passes on what the device sends. */
export abstract class ConnectedDevice<Received> implements Driver {
  protected readonly healthReport = new HealthReport();
  readonly #listeners = new Listeners<Received>();
  readonly #backoff: Backoff | undefined;
  #connection: Connection | undefined;

  /** @param backoff the waits between attempts, if they differ from the usual ones */
  constructor(backoff?: Backoff) {
    this.#backoff = backoff;
  }

  start(): void {
    this.#connection ??= keepConnected({
      session: (signal) => this.serve(signal),
      onLost: (error) => this.lost(error),
      backoff: this.#backoff,
      wait: (ms, signal) => pause(this.waitMs(ms), signal),
    });
  }

  async stop(): Promise<void> {
    await this.#connection?.stop();
    this.#connection = undefined;
  }

  health(): DeviceHealth {
    return this.healthReport.current;
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.healthReport.subscribe(listener);
  }

  /** Serves one connection, from its opening to its loss. */
  protected abstract serve(signal: AbortSignal): Promise<void>;

  protected lost(error: unknown): void {
    this.healthReport.offline(describe(error));
  }

  /** Returns the wait before the next connection; `ms` is the usual one. */
  protected waitMs(ms: number): number {
    return ms;
  }

  protected subscribe(listener: (received: Received) => void): Unsubscribe {
    return this.#listeners.add(listener);
  }

  protected tell(received: Received): void {
    this.#listeners.tell(received);
  }
}

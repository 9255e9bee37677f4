import type { Logger } from 'pino';
import type { DeviceHealth, DeviceIdentity, Driver } from '../../../ports/device.ts';
import type { SiteEvents } from '../../../ports/site-events.ts';

export interface Device {
  identity: DeviceIdentity;
  driver: Driver;
}

/** An installer looks for warnings; each device is connecting at each start. */
const levels = { connecting: 'debug', ready: 'info', faulty: 'warn', offline: 'warn' } as const satisfies Record<
  DeviceHealth['status'],
  string
>;

/**
 * Starts and stops the devices independently: one that cannot start is shown with its reason and blocks none. Drivers reconnect to their
 * device without limit.
 */
export class Devices {
  readonly #shown = new Map<string, DeviceHealth>();
  /** What a device does not report itself, by its id. */
  readonly #observed = new Map<string, string>();
  /** Ends of the restarts that were asked for last, by the device's id. */
  readonly #restarts = new Map<string, Promise<void>>();
  #stopped = false;
  readonly #devices: readonly Device[];
  readonly #events: Pick<SiteEvents, 'publish'>;
  readonly #log: Logger;

  constructor(devices: readonly Device[], events: Pick<SiteEvents, 'publish'>, log: Logger) {
    this.#devices = devices;
    this.#events = events;
    this.#log = log;
  }

  start(): void {
    for (const device of this.#devices) this.#start(device);
  }

  /** Sets a problem of a device that others observed while it responds, such as a silent antenna; null if it is resolved. */
  observe(id: string, problem: string | null): void {
    const device = this.#devices.find(({ identity }) => identity.id === id);
    if (!device || (this.#observed.get(id) ?? null) === problem) return;
    if (problem === null) this.#observed.delete(id);
    else this.#observed.set(id, problem);
    const health = this.#shown.get(id);
    if (health) this.#show(device.identity, health);
  }

  /** Stops a driver and starts it again, one restart of a device after the other. @returns false for an unknown device */
  async restart(id: string): Promise<boolean> {
    const device = this.#devices.find(({ identity }) => identity.id === id);
    if (!device) return false;
    const previous = this.#restarts.get(id);
    const restarted = (async () => {
      await previous;
      if (this.#stopped) return;
      await this.#stop(device);
      if (!this.#stopped) this.#run(device);
    })();
    this.#restarts.set(id, restarted);
    await restarted;
    return true;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#restarts.values());
    await Promise.all(this.#devices.map((device) => this.#stop(device)));
  }

  #start(device: Device): void {
    device.driver.onHealth((health) => this.#show(device.identity, health));
    this.#run(device);
  }

  #run({ identity, driver }: Device): void {
    try {
      driver.start();
      this.#show(identity, driver.health());
    } catch (error) {
      this.#log.error({ err: error, device: identity.id }, 'Device not started');
      this.#show(identity, { status: 'offline', problem: `Its driver couldn’t start: ${messageOf(error)}` });
    }
  }

  #show(identity: DeviceIdentity, reported: DeviceHealth): void {
    this.#shown.set(identity.id, reported);
    const health = withObserved(reported, this.#observed.get(identity.id));
    this.#log[levels[health.status]]({ device: identity.id, ...health }, 'Device state changed');
    this.#events.publish({ kind: 'device', source: identity.id, payload: { device: identity, health } });
  }

  async #stop({ identity, driver }: Device): Promise<void> {
    try {
      await driver.stop();
    } catch (error) {
      this.#log.error({ err: error, device: identity.id }, 'Device not stopped');
    }
  }
}

function withObserved(health: DeviceHealth, observed: string | undefined): DeviceHealth {
  if (observed === undefined || health.status === 'connecting' || health.status === 'offline') return health;
  return { status: 'faulty', problem: health.problem === undefined ? observed : `${health.problem}; ${observed}` };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

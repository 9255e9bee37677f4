import type { Logger } from 'pino';
import type { DeviceHealth, DeviceIdentity, Driver } from '../../../ports/device.ts';
import type { SiteEvents } from '../../../ports/site-events.ts';

export interface Device {
  identity: DeviceIdentity;
  driver: Driver;
}

/**
 * Starts and stops the devices independently: one that cannot start is shown with its reason and blocks none. Drivers reconnect to their
 * device without limit.
 */
export class Devices {
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

  async stop(): Promise<void> {
    await Promise.all(this.#devices.map((device) => this.#stop(device)));
  }

  #start({ identity, driver }: Device): void {
    const show = (health: DeviceHealth): void => {
      this.#log.info({ device: identity.id, ...health }, 'Device state changed');
      this.#events.publish({ kind: 'device', source: identity.id, payload: { device: identity, health } });
    };
    driver.onHealth(show);
    try {
      driver.start();
      show(driver.health());
    } catch (error) {
      this.#log.error({ err: error, device: identity.id }, 'Device not started');
      show({ status: 'offline', problem: `Its driver couldn’t start: ${messageOf(error)}` });
    }
  }

  async #stop({ identity, driver }: Device): Promise<void> {
    try {
      await driver.stop();
    } catch (error) {
      this.#log.error({ err: error, device: identity.id }, 'Device not stopped');
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

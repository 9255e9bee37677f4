import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

/** A signature tablet of the site's network. It polls the cloud by itself; a hint only spares the customer the wait. */
export interface Tablet {
  /** Begins to watch whether the tablet answers. Returns at once. */
  start(): void;
  stop(): Promise<void>;
  /**
   * Tells the tablet that a signature waits, by its id alone: the tablet fetches the agreement itself
   * (docs/site-devices.md#tablets-and-scanners).
   * @returns whether the tablet got the hint; never throws for a tablet's fault
   */
  hint(signature: string): Promise<boolean>;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}

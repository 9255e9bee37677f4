import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

/** A signature tablet of the site's network. It polls the cloud by itself; a hint only spares the customer the wait. */
export interface Tablet {
  /** Begins to watch whether it answers. Returns at once. */
  start(): void;
  stop(): Promise<void>;
  /**
   * Says that a signature waits: nothing but its id, the tablet fetches the agreement itself (docs/site-devices.md#tablets-and-scanners).
   * @returns whether the tablet has heard it; never throws for a tablet's fault
   */
  hint(signature: string): Promise<boolean>;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}

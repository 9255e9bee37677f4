import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

/** A signature tablet on the site's network. The tablet polls the cloud; a hint only saves the customer the wait. */
export interface Tablet {
  /** Begins to check the tablet. Returns at once. */
  start(): void;
  stop(): Promise<void>;
  /**
   * Notifies the tablet of a waiting signature, by its id only: the tablet fetches the agreement itself
   * (docs/site-devices.md#tablets).
   * @returns whether the tablet received the hint; never throws for a tablet's fault
   */
  hint(signature: string): Promise<boolean>;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}

import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

export interface BarcodeScanner {
  /** Begins to listen. Returns at once; an unavailable scanner is retried without limit. */
  start(): void;
  stop(): Promise<void>;
  /** Calls the listener with each code: 4 to 64 printable ASCII characters, without what the scanner adds. */
  onScan(listener: (code: string) => void): Unsubscribe;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}

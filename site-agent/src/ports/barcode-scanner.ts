import type { Driver, Unsubscribe } from './device.ts';

export interface BarcodeScanner extends Driver {
  /** Calls the listener with each code: 4 to 64 printable ASCII characters, without what the scanner adds. */
  onScan(listener: (code: string) => void): Unsubscribe;
}

export interface SerialSettings {
  /** `COM3`, or a name below /dev/serial/by-id, which stays the same. */
  path: string;
  baudRate: number;
  dataBits: 7 | 8;
  parity: 'none' | 'even' | 'odd';
  stopBits: 1 | 2;
  flowControl: 'none' | 'xon-xoff' | 'rts-cts';
}

/** Start bit, data bits, parity and stop bit, rounded up. */
const bitsPerByte = 11;

/** Returns how long the port needs to send that many bytes. */
export const wireMs = (bytes: number, { baudRate }: Pick<SerialSettings, 'baudRate'>): number => (bytes * bitsPerByte * 1_000) / baudRate;

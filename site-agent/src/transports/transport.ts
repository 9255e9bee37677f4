/**
 * A line to a device, whatever carries it: TCP now, a serial port has the same shape. A transport is open when one gets it
 * and is used once; after a loss a fresh one is opened.
 */
export interface Transport {
  /** Bytes as they arrive, cut anywhere. What came before the first listener is kept for it. */
  onData(listener: (chunk: Buffer) => void): void;
  /**
   * Resolves when the bytes have left this process, which says nothing about the device.
   * @throws TransportError when the line is lost or the bytes do not leave within the deadline
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves once, when the line is gone for whatever cause, with the cause as a sentence. Never rejects. */
  readonly closed: Promise<string>;
  /** Lets go of the line. Safe to call at any time, any number of times. */
  close(): void;
}

/** The line could not be opened or was lost; the message names the peer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}

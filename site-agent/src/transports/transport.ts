/**
 * A connection to a device, whatever carries it: TCP now, a serial port has the same shape. A transport is open when a driver gets it and
 * is used once; after a loss a fresh one is opened.
 */
export interface Transport {
  /** False once the connection is lost or closed. Nothing is kept for a later connection: a write fails then. */
  readonly isOpen: boolean;
  /** Bytes as they arrive, cut anywhere. Bytes that came before the first listener are stored for it. */
  onData(listener: (chunk: Buffer) => void): void;
  /**
   * Resolves when the bytes have left this process, which says nothing about the device.
   * @throws TransportError when the connection is lost or the bytes do not leave within the deadline
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves once, when the connection is lost for any cause, with the cause as a sentence. Never rejects. */
  readonly closed: Promise<string>;
  /** Closes the connection. Safe to call at any time, any number of times. */
  close(): void;
  /** Closes the connection and discards bytes that have not reached the device yet, so that no write arrives late. As safe as `close`. */
  abort(): void;
}

/** How a transport is opened, whatever carries it. */
export interface OpenOptions {
  /** Deadline for connecting, in milliseconds, and for each write unless it has its own. */
  timeoutMs: number;
  writeTimeoutMs?: number;
  /** Ends the attempt and the open connection. */
  signal?: AbortSignal;
  /** Ends the attempt alone. */
  attemptSignal?: AbortSignal;
}

/** The connection could not be opened or was lost; the message names the peer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}

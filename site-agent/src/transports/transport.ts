import type { WriteDeadline } from '../ports/write-deadline.ts';

/**
 * A connection to a device over any medium: TCP, TLS or a serial port. A transport is open when a driver receives it and is
 * used once; after a loss a new one is opened.
 */
export interface Transport {
  /** False once the connection is lost or closed. Nothing is kept for a later connection: a write then fails. */
  readonly isOpen: boolean;
  /** Passes bytes as they arrive, split anywhere. Bytes that arrive before the first listener are stored for it. */
  onData(listener: (chunk: Buffer) => void): void;
  /**
   * Checks the deadline and hands the bytes to the system in the same step, so that nothing comes between. Resolves when they have left
   * this process, which proves nothing about the device.
   * @throws CommandExpired synchronously after the deadline: nothing was sent
   * @throws TransportError if the connection is lost or the device does not accept the bytes
   */
  write(bytes: Uint8Array, deadline: WriteDeadline): Promise<void>;
  /** Resolves once, when the connection is lost for any cause, with the cause as a sentence. Never rejects. */
  readonly closed: Promise<string>;
  /** Closes the connection. Safe to call at any time, any number of times. */
  close(): void;
  /** Closes the connection and discards bytes that have not reached the device yet, so that no write arrives late. As safe as `close`. */
  abort(): void;
}

/** How a transport is opened, over any medium. */
export interface OpenOptions {
  /** Deadline for connecting, in milliseconds, and for each write unless it has its own. */
  timeoutMs: number;
  writeTimeoutMs?: number;
  /** Ends the attempt and the open connection. */
  signal?: AbortSignal;
  /** Ends only the attempt. */
  attemptSignal?: AbortSignal;
}

/** The connection could not be opened or was lost; the message names the peer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}

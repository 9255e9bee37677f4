import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

/** One line of a reader: raw, unfiltered, possibly of a car in another lane. */
export interface TagRead {
  /** The reader's id in the configuration. */
  reader: string;
  /** The antenna's number at the reader; readers that do not say have antenna 1. */
  antenna: number;
  /** The tag as the reader wrote it, blanks removed, letters in upper case: an EPC in hex or printed text. Not yet decoded. */
  tag: string;
  /** Signal strength in dBm, where the reader tells it. */
  rssi?: number;
  /** How many reads of the antenna this stands for, at least 1. */
  count: number;
  /** When the line arrived, by `performance.now()`. */
  at: number;
}

export interface TagReader {
  /** Begins to listen. Returns at once; an unreachable reader is tried without end. */
  start(): void;
  stop(): Promise<void>;
  onRead(listener: (read: TagRead) => void): Unsubscribe;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}

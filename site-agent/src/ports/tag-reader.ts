import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

/** One line of a reader: raw, unfiltered, possibly of a car in another lane. */
export interface TagRead {
  /** The reader's id in the configuration. */
  reader: string;
  /** The reader's antenna number; 1 if the reader does not report it. */
  antenna: number;
  /** The tag as the reader wrote it, without blanks, in upper case: an EPC in hex or printed text. Not decoded yet. */
  tag: string;
  /** Signal strength in dBm, if the reader reports it. */
  rssi?: number;
  /** Number of reads of the antenna, at least 1. */
  count: number;
  /** When the line arrived, on the clock of `performance.now()`. */
  at: number;
}

/** A tag that was read and then left without being assigned to a lane, or whose lane stays ambiguous while it is read. */
export interface IgnoredTag {
  lane: number | null;
  reader: string;
  antenna: number;
  /** As displayed. */
  tag: string;
  /** Number of reads, and of those that were strong enough. */
  reads: number;
  strong: number;
  /** The strongest read in dBm, if known. */
  rssi: number | null;
  /** The lanes that read it equally well, null for antennas without one; empty if none did. */
  tiedLanes: readonly (number | null)[];
  /** The first read, on the clock of `performance.now()`. */
  at: number;
}

/** Where the reads of all readers go. */
export interface TagReads {
  read(read: TagRead): void;
  /** Returns a tag as people see it. */
  shown(tag: string): string;
}

export interface TagReader {
  /** Begins to listen. Returns at once; an unreachable reader is retried without limit. */
  start(): void;
  stop(): Promise<void>;
  onRead(listener: (read: TagRead) => void): Unsubscribe;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}

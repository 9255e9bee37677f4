import type { Driver, Unsubscribe } from './device.ts';

/** A car as a camera read it. */
export interface PlateRead {
  /** The camera's id in the configuration. */
  camera: string;
  /** The same for each read of one car by one camera. */
  car: string;
  /** As the camera read it; null for a car without a legible plate. */
  plate: string | null;
  /** How certain the camera is, from 0 to 1. */
  score: number;
  /** The US state, two letters, if the camera reports it. */
  region: string | null;
  /** The camera's own number of the lane, if it reports one. */
  line: string | null;
  /** When it arrived, on the clock of `performance.now()`. */
  at: number;
  /** When the camera saw the car by its own clock, in epoch milliseconds; null if it sends no time. */
  seenAt: number | null;
  /** The camera sent it late, after it was disconnected. */
  isOld: boolean;
}

/** A car before a camera, and what became of its plate. */
export interface TracedPlate {
  camera: string;
  lane: number;
  /** As displayed; null without a legible plate. */
  code: string | null;
  score: number;
  /** From this score on a plate is sure. */
  sureFrom: number;
  at: number;
  /** Null for a plate that is decided like a tag. */
  end: { outcome: 'suggested' | 'ignored'; reason: string } | null;
}

/** A camera that posts what it reads to the agent. */
export interface PlateCamera extends Driver {
  /** The only address that may post, and the secret at the end of its path. */
  readonly source: { address: string; secret: string };
  onPlate(listener: (read: PlateRead) => void): Unsubscribe;
  /** Handles the texts of a post that has the secret. No text: the post was damaged. */
  take(documents: readonly string[]): void;
  /** Receives why posts do not arrive, as a sentence for IT; null if they can. */
  report(problem: string | null): void;
}

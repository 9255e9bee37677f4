/**
 * Decides which lane a tag is in, from raw reads (docs/site-devices.md#tag-filter). Pure: every time is given, in milliseconds of one
 * monotonic clock.
 *
 * Antennas read cars of the neighbouring lane. So a tag is never given to the lane that read it first: once one lane has read it often
 * enough the others get `crossLaneMs` to read it too, then count and strength decide.
 */

export interface LaneRead {
  lane: number;
  tag: string;
  /** Signal strength in dBm, where the reader tells it. */
  rssi?: number;
  /** How many raw reads this stands for, at least 1. */
  count: number;
  at: number;
}

export interface LaneTag {
  lane: number;
  tag: string;
  /** Reads of that lane that the decision rests on. */
  reads: number;
  /** The strongest of them in dBm, where known. */
  rssi?: number;
}

export interface ReadFilterOptions {
  /** Weaker reads, in dBm, are ignored. */
  rssiFloor: number;
  /** This many reads of one lane within `windowMs` make a tag real. */
  minimumReads: number;
  windowMs: number;
  /** How long other lanes may still read the tag before the decision. 0 decides at once: right where a site has one lane. */
  crossLaneMs: number;
  /** The same tag in the same lane is not reported again within this time. */
  holdMs: number;
}

export const defaultReadFilter: ReadFilterOptions = { rssiFloor: -60, minimumReads: 2, windowMs: 500, crossLaneMs: 1_000, holdMs: 30_000 };

interface Candidate {
  reads: LaneRead[];
  /** When the lane is decided; undefined while no lane has read the tag often enough. */
  decideAt?: number;
}

export class ReadFilter {
  readonly #options: ReadFilterOptions;
  readonly #candidates = new Map<string, Candidate>();
  readonly #heldUntil = new Map<string, number>();

  constructor(options: ReadFilterOptions = defaultReadFilter) {
    this.#options = options;
  }

  /** Adds a read. Decisions come from `settle`, which may be called right after. */
  add(read: LaneRead): void {
    const { rssiFloor, minimumReads, windowMs, crossLaneMs } = this.#options;
    if (read.rssi !== undefined && read.rssi < rssiFloor) return;

    const candidate = this.#candidates.get(read.tag) ?? { reads: [] };
    candidate.reads.push(read);
    this.#candidates.set(read.tag, candidate);
    if (candidate.decideAt !== undefined) return;

    candidate.reads = candidate.reads.filter(({ at }) => read.at - at <= windowMs);
    const heard = countOf(candidate.reads.filter(({ lane }) => lane === read.lane));
    if (heard >= minimumReads) candidate.decideAt = read.at + crossLaneMs;
  }

  /** The decisions that are due, and forgets what is stale. */
  settle(now: number): LaneTag[] {
    const decided: LaneTag[] = [];
    for (const [tag, candidate] of this.#candidates) {
      if (candidate.decideAt === undefined) {
        if (candidate.reads.every(({ at }) => now - at > this.#options.windowMs)) this.#candidates.delete(tag);
      } else if (candidate.decideAt <= now) {
        this.#candidates.delete(tag);
        const winner = this.#winner(tag, candidate.reads);
        if (winner && this.#hold(winner, now)) decided.push(winner);
      }
    }
    return decided;
  }

  /** When `settle` has something to do next, or undefined while it has nothing. */
  nextDue(): number | undefined {
    const due = [...this.#candidates.values()].flatMap(({ decideAt }) => (decideAt === undefined ? [] : [decideAt]));
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** The lane with the greatest weight. With two equal lanes nothing is decided: the tag's next reads decide. */
  #winner(tag: string, reads: LaneRead[]): LaneTag | undefined {
    const [first, second] = [...Map.groupBy(reads, ({ lane }) => lane)]
      .map(([lane, ofLane]) => ({ lane, reads: countOf(ofLane), rssi: strongest(ofLane), weight: this.#weight(ofLane) }))
      .filter((heard) => heard.reads >= this.#options.minimumReads)
      .toSorted((a, b) => b.weight - a.weight);
    if (!first || first.weight === second?.weight) return undefined;
    return { lane: first.lane, tag, reads: first.reads, rssi: first.rssi };
  }

  /** Weighs each read by how far it lies above the floor: many middling reads outweigh one strong reflection. */
  #weight(reads: LaneRead[]): number {
    return reads.reduce((sum, { count, rssi }) => sum + count * (rssi === undefined ? 1 : 1 + rssi - this.#options.rssiFloor), 0);
  }

  /** @returns false while the same tag is held in the same lane */
  #hold({ lane, tag }: LaneTag, now: number): boolean {
    for (const [key, until] of this.#heldUntil) if (until <= now) this.#heldUntil.delete(key);
    const key = `${lane} ${tag}`;
    if (this.#heldUntil.has(key)) return false;
    this.#heldUntil.set(key, now + this.#options.holdMs);
    return true;
  }
}

function countOf(reads: LaneRead[]): number {
  return reads.reduce((sum, { count }) => sum + count, 0);
}

function strongest(reads: LaneRead[]): number | undefined {
  const known = reads.flatMap(({ rssi }) => (rssi === undefined ? [] : [rssi]));
  return known.length === 0 ? undefined : Math.max(...known);
}

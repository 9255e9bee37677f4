/**
 * Decides which lane a tag is in, from raw reads (docs/site-devices.md#tag-filter). Pure: every time is a parameter, in milliseconds of one
 * monotonic clock.
 *
 * Antennas read cars of the neighboring lane, so a tag never goes to the first lane that read it. Once one lane has read it often enough,
 * the others get `crossLaneMs` to read it too; then count and strength decide.
 */

export interface LaneRead {
  lane: number;
  tag: string;
  /** Signal strength in dBm, if the reader reports it. */
  rssi?: number;
  /** Number of raw reads, at least 1. */
  count: number;
  at: number;
  /** Of the reader, if it differs from the filter's: some readers send a tag once only. */
  minimumReads?: number;
}

export interface LaneTag {
  lane: number;
  tag: string;
  /** Reads of that lane behind the decision. */
  reads: number;
  /** The strongest read in dBm, if known. */
  rssi?: number;
}

/** A tag that several lanes read equally well. */
export interface TiedTag {
  tag: string;
  lanes: number[];
}

export interface ReadFilterOptions {
  /** Weaker reads, in dBm, are ignored. */
  rssiFloor: number;
  /** This many reads of one lane within `windowMs` make a tag real. */
  minimumReads: number;
  windowMs: number;
  /** How long other lanes may still read the tag before the decision. 0 decides at once, for a site with one lane. */
  crossLaneMs: number;
  /** The same tag in the same lane is not reported again within this time. */
  holdMs: number;
}

export const defaultReadFilter: ReadFilterOptions = { rssiFloor: -60, minimumReads: 2, windowMs: 500, crossLaneMs: 1_000, holdMs: 30_000 };

interface RealTag {
  reads: LaneRead[];
  /** When its lane is decided. */
  decideAt: number;
}

/** The work for a read does not grow with the number of tags: all that expires is in the order of its time. */
export class ReadFilter {
  readonly #options: ReadFilterOptions;
  /** Reads of tags that no lane has read often enough, by their last read. */
  readonly #candidates = new Map<string, LaneRead[]>();
  /** Tags whose lane is decided next, in that order. */
  readonly #real = new Map<string, RealTag>();
  readonly #heldUntil = new Map<string, number>();
  readonly #ties: TiedTag[] = [];

  constructor(options: ReadFilterOptions = defaultReadFilter) {
    this.#options = options;
  }

  /** Adds a read. `settle` returns the decisions and may be called right after. */
  add(read: LaneRead): void {
    const { rssiFloor, windowMs, crossLaneMs } = this.#options;
    if (read.rssi !== undefined && read.rssi < rssiFloor) return;

    const { tag } = read;
    const real = this.#real.get(tag);
    if (real) return void real.reads.push(read);

    const reads = [...(this.#candidates.get(tag) ?? []).filter(({ at }) => read.at - at <= windowMs), read];
    this.#candidates.delete(tag);
    if (this.#isReal(reads.filter(({ lane }) => lane === read.lane))) this.#real.set(tag, { reads, decideAt: read.at + crossLaneMs });
    else this.#candidates.set(tag, reads);
  }

  /** Returns the due decisions and removes stale reads. */
  settle(now: number): LaneTag[] {
    const decided: LaneTag[] = [];
    for (const [tag, { reads, decideAt }] of this.#real) {
      if (decideAt > now) break;
      this.#real.delete(tag);
      const winner = this.#winner(tag, reads);
      if (winner && this.#hold(winner, now)) decided.push(winner);
    }
    for (const [tag, reads] of this.#candidates) {
      if (reads.some(({ at }) => now - at <= this.#options.windowMs)) break;
      this.#candidates.delete(tag);
    }
    return decided;
  }

  /** Returns the tags since the last call for which two or more lanes were equal. */
  ties(): TiedTag[] {
    return this.#ties.splice(0);
  }

  /** Returns when `settle` is due next; undefined if it has nothing to do. */
  nextDue(): number | undefined {
    const [next] = this.#real.values();
    return next?.decideAt;
  }

  /** Whether the reads of one lane are enough for one of its readers. */
  #isReal(reads: LaneRead[]): boolean {
    return countOf(reads) >= Math.min(...reads.map(({ minimumReads = this.#options.minimumReads }) => minimumReads));
  }

  /** Returns the lane with the greatest weight. If two lanes are equal, nothing is decided: the tag's next reads decide. */
  #winner(tag: string, reads: LaneRead[]): LaneTag | undefined {
    const byWeight = [...Map.groupBy(reads, ({ lane }) => lane)]
      .filter(([, ofLane]) => this.#isReal(ofLane))
      .map(([lane, ofLane]) => ({ lane, reads: countOf(ofLane), rssi: strongest(ofLane), weight: this.#weight(ofLane) }))
      .toSorted((a, b) => b.weight - a.weight);
    const [first] = byWeight;
    if (!first) return undefined;
    const best = byWeight.filter(({ weight }) => weight === first.weight);
    if (best.length > 1) {
      this.#ties.push({ tag, lanes: best.map(({ lane }) => lane).toSorted((a, b) => a - b) });
      return undefined;
    }
    return { lane: first.lane, tag, reads: first.reads, rssi: first.rssi };
  }

  /** Weighs each read by its distance above the floor: many medium reads outweigh one strong reflection. */
  #weight(reads: LaneRead[]): number {
    return reads.reduce((sum, { count, rssi }) => sum + count * (rssi === undefined ? 1 : 1 + rssi - this.#options.rssiFloor), 0);
  }

  /** @returns false during the hold period of the same tag in the same lane */
  #hold({ lane, tag }: LaneTag, now: number): boolean {
    for (const [held, until] of this.#heldUntil) {
      if (until > now) break;
      this.#heldUntil.delete(held);
    }
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

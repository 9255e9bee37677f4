import type { IgnoredTag, TagRead } from '../../../ports/tag-reader.ts';

interface Visit extends Omit<IgnoredTag, 'tag'> {
  tag: string;
  lastAt: number;
  /** When several lanes first read it equally well; null while none did. */
  tiedAt: number | null;
}

/** A tag that is not read for so long has left. */
const leftAfterMs = 3_000;
/** A tag whose lane stays ambiguous is reported while it is still there, so that a person can decide. */
const tiedForMs = 3_000;
/** The same tag is not reported again within this time: an employee's car may stand at the edge of an antenna's field all day. */
const holdMs = 600_000;
const mostVisits = 500;
const mostHolds = 5_000;

/** Finds tags whose reads the filter ignored. Pure: every time is a parameter, in milliseconds of one monotonic clock. */
export class IgnoredReads {
  readonly #visits = new Map<string, Visit>();
  readonly #heldUntil = new Map<string, number>();
  /** No visit ends before; one that is read again ends later. */
  #nextDue = Infinity;

  /** @param isStrong whether the read is above its reader's floor */
  add(lane: number | null, { reader, antenna, tag, count, rssi, at }: TagRead, isStrong: boolean): void {
    const key = keyOf(lane, tag);
    const visit = this.#visits.get(key) ?? {
      lane,
      reader,
      antenna,
      tag,
      reads: 0,
      strong: 0,
      rssi: null,
      tiedLanes: [],
      at,
      lastAt: at,
      tiedAt: null,
    };
    visit.reads += count;
    if (isStrong) visit.strong += count;
    if (rssi !== undefined) visit.rssi = Math.max(visit.rssi ?? rssi, rssi);
    visit.lastAt = at;
    if (this.#visits.has(key) || this.#visits.size < mostVisits) this.#visits.set(key, visit);
    this.#nextDue = Math.min(this.#nextDue, dueOf(visit));
  }

  /** Several lanes read the tag equally well, so the filter assigned it to none. */
  tied(tag: string, lanes: readonly (number | null)[], now: number): void {
    for (const visit of this.#visits.values()) {
      if (visit.tag !== tag) continue;
      visit.tiedLanes = lanes;
      visit.tiedAt ??= now;
      this.#nextDue = Math.min(this.#nextDue, dueOf(visit));
    }
  }

  /** The filter assigned the tag to a lane, so its reads in no lane were ignored. */
  assigned(tag: string, now: number): void {
    for (const [key, visit] of this.#visits) {
      if (visit.tag !== tag) continue;
      this.#visits.delete(key);
      this.#hold(key, now);
    }
  }

  /** Returns the tags that left since the last call, and those whose lane has been ambiguous for long. */
  left(now: number): IgnoredTag[] {
    if (now < this.#nextDue) return [];
    this.#forgetHolds(now);
    const left: IgnoredTag[] = [];
    for (const [key, { lastAt, tiedAt, ...visit }] of this.#visits) {
      if (now < dueOf({ lastAt, tiedAt })) continue;
      this.#visits.delete(key);
      if (this.#heldUntil.has(key)) continue;
      this.#hold(key, now);
      left.push(visit);
    }
    this.#nextDue = Math.min(...[...this.#visits.values()].map(dueOf));
    return left;
  }

  /** Returns when `left` has something to do at the earliest; undefined if no tag is being read. */
  nextDue(): number | undefined {
    return this.#nextDue === Infinity ? undefined : this.#nextDue;
  }

  /** Entries stay in the order of their times, so that old ones are at the front. */
  #hold(key: string, now: number): void {
    this.#heldUntil.delete(key);
    this.#heldUntil.set(key, now + holdMs);
  }

  #forgetHolds(now: number): void {
    for (const [key, until] of this.#heldUntil) {
      if (until > now && this.#heldUntil.size <= mostHolds) return;
      this.#heldUntil.delete(key);
    }
  }
}

const dueOf = ({ lastAt, tiedAt }: Pick<Visit, 'lastAt' | 'tiedAt'>): number =>
  Math.min(lastAt + leftAfterMs, tiedAt === null ? Infinity : tiedAt + tiedForMs);

const keyOf = (lane: number | null, tag: string): string => `${lane} ${tag}`;

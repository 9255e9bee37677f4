import { decodeTagHex, formatTag, parseTag, type TagFormat } from '@washdesk/rules/codes/tags';
import type { SiteEvents } from '../../../ports/site-events.ts';
import type { IgnoredTag, TagRead, TagReads } from '../../../ports/tag-reader.ts';
import { IgnoredReads } from './ignored-reads.ts';
import { defaultReadFilter, ReadFilter, type LaneTag } from './read-filter.ts';

export interface ReaderOptions {
  id: string;
  /** The lane of each antenna. Reads of other antennas are reported without a lane. */
  antennas: Readonly<Record<string, number>>;
  /** Weaker reads of this reader, in dBm, are ignored. */
  rssiFloor: number;
  /** This many reads make a tag of this reader real. */
  reads: number;
}

export interface RfidOptions {
  readers: readonly ReaderOptions[];
  format: TagFormat;
  events: Pick<SiteEvents, 'publish'>;
  /** Called with a tag that was assigned to no lane. */
  onIgnored: (ignored: IgnoredTag) => void;
}

/** The filter's lane number for an antenna without a lane. */
const noLane = 0;

/** A read is decided within this time or never. */
const decidedWithinMs = defaultReadFilter.windowMs + defaultReadFilter.crossLaneMs;

const maxTagLength = 64;

/** Turns raw reads of all readers into one event per car: filtered, assigned to a lane, decoded (docs/site-devices.md#tag-readers). */
export class Rfid implements TagReads {
  readonly #readers: ReadonlyMap<string, ReaderOptions>;
  readonly #filter: ReadFilter;
  readonly #format: TagFormat;
  readonly #events: Pick<SiteEvents, 'publish'>;
  /** The last read of each tag in each lane, oldest first: the filter decides by lane, but the event names the reader. */
  readonly #heard = new Map<string, TagRead>();
  readonly #ignored = new IgnoredReads();
  readonly #onIgnored: (ignored: IgnoredTag) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor({ readers, format, events, onIgnored }: RfidOptions) {
    this.#onIgnored = onIgnored;
    this.#readers = new Map(readers.map((reader) => [reader.id, reader]));
    this.#format = format;
    this.#events = events;
    const lanes = new Set(readers.flatMap(({ antennas }) => Object.values(antennas)));
    this.#filter = new ReadFilter({
      ...defaultReadFilter,
      rssiFloor: Math.min(...readers.map(({ rssiFloor }) => rssiFloor), 0),
      // with only one lane, there is no other to wait for
      crossLaneMs: lanes.size > 1 ? defaultReadFilter.crossLaneMs : 0,
    });
  }

  read(read: TagRead): void {
    const reader = this.#readers.get(read.reader);
    if (!reader) return;
    const lane = reader.antennas[read.antenna] ?? noLane;
    const { tag, count, at, rssi } = read;
    const isStrong = rssi === undefined || rssi >= reader.rssiFloor;
    this.#ignored.add(laneOf(lane), read, isStrong);
    if (isStrong) {
      const key = keyOf(lane, tag);
      this.#heard.delete(key);
      this.#heard.set(key, read);
      this.#filter.add({ lane, tag, count, at, rssi, minimumReads: reader.reads });
    }
    this.#settle();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Returns the tag as people see it, or the raw text if it is not one of the company's. No reader reads a payment card at that distance,
   * and one in ten tags of digits would look like a card number, so nothing is removed.
   */
  shown(raw: string): string {
    const printed = parseTag(raw);
    if (printed) return formatTag(printed.head, printed.tail);
    return decodeTagHex(raw, this.#format) ?? raw.slice(0, maxTagLength);
  }

  #settle(): void {
    const now = performance.now();
    for (const decided of this.#filter.settle(now)) {
      this.#ignored.assigned(decided.tag, now);
      this.#tell(decided);
    }
    for (const { tag, lanes } of this.#filter.ties()) this.#ignored.tied(tag, lanes.map(laneOf), now);
    for (const left of this.#ignored.left(now)) this.#onIgnored({ ...left, tag: this.shown(left.tag) });
    for (const [key, { at }] of this.#heard) {
      if (now - at <= decidedWithinMs) break;
      this.#heard.delete(key);
    }
    clearTimeout(this.#timer);
    const due = Math.min(this.#filter.nextDue() ?? Infinity, this.#ignored.nextDue() ?? Infinity);
    if (due !== Infinity) this.#timer = setTimeout(() => this.#settle(), Math.max(0, due - now));
  }

  #tell({ lane, tag, rssi }: LaneTag): void {
    const heard = this.#heard.get(keyOf(lane, tag));
    if (!heard) return;
    const { reader, antenna, at } = heard;
    const payload = { reader, antenna, lane: laneOf(lane), tag: this.shown(tag), rssi: rssi ?? null };
    this.#events.publish({ kind: 'tag', source: reader, payload, at });
  }
}

const laneOf = (lane: number): number | null => (lane === noLane ? null : lane);

function keyOf(lane: number, tag: string): string {
  return `${lane} ${tag}`;
}

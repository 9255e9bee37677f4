import type { ProbeLine } from '../ports/device.ts';
import type { TagRead, TagReader } from '../ports/tag-reader.ts';

export interface ProbedReader {
  id: string;
  /** The lane of each antenna. */
  config: { antennas: Readonly<Record<string, number>> };
  driver: Pick<TagReader, 'onRead'>;
}

interface Reads {
  count: number;
  last: TagRead;
}

/** The antennas of a reader with what each has read since the start, before any filter. */
export class AntennaReads {
  readonly #lanes: ProbedReader['config']['antennas'];
  readonly #reads = new Map<number, Reads>();

  constructor({ config, driver }: ProbedReader) {
    this.#lanes = config.antennas;
    driver.onRead((read) => this.#reads.set(read.antenna, { count: (this.#reads.get(read.antenna)?.count ?? 0) + read.count, last: read }));
  }

  lines(nowMs: number): ProbeLine[] {
    const antennas = new Set([...Object.keys(this.#lanes).map(Number), ...this.#reads.keys()]);
    return [...antennas]
      .toSorted((a, b) => a - b)
      .map((antenna) => {
        const lane = this.#lanes[antenna];
        const what = `Antenna ${antenna}, ${lane === undefined ? 'no lane' : `lane ${lane}`}`;
        return { what, found: sentenceOf(this.#reads.get(antenna), nowMs) };
      });
  }
}

function sentenceOf(reads: Reads | undefined, nowMs: number): string {
  if (!reads) return 'no read since the start';
  const { tag, rssi, at } = reads.last;
  const strength = rssi === undefined ? '' : ` at ${rssi} dBm`;
  return `${reads.count} reads, the last ${tag}${strength}, ${Math.max(0, Math.round((nowMs - at) / 1_000))} s ago`;
}

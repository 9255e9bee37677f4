import type { CommandResult } from '@washdesk/site-protocol/commands';
import type { TagRead } from '../../../ports/tag-reader.ts';

type LastRead = CommandResult<'reader.last'>['reads'][number];

const mostReads = 10;

/** The last tags of a reader before any filter; a tag that stays at its antenna is one entry. */
export class LastReads {
  readonly #laneOf: (antenna: number) => number | null;
  readonly #now: () => Date;
  #reads: LastRead[] = [];

  constructor(options: { laneOf: (antenna: number) => number | null; now: () => Date }) {
    this.#laneOf = options.laneOf;
    this.#now = options.now;
  }

  add({ tag, antenna, rssi: strength, count }: TagRead): void {
    const rssi = strength ?? null;
    const at = this.#now().toISOString();
    const [latest] = this.#reads;
    if (latest?.tag === tag && latest.antenna === antenna) Object.assign(latest, { rssi, at, reads: latest.reads + count });
    else this.#reads = [{ tag, antenna, lane: this.#laneOf(antenna), rssi, reads: count, at }, ...this.#reads].slice(0, mostReads);
  }

  newestFirst(): LastRead[] {
    return this.#reads.map((read) => ({ ...read }));
  }
}

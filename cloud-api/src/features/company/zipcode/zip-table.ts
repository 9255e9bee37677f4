import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ZipPlace {
  city: string;
  /** Two letters. */
  state: string;
}

/** ZIP code to its place. */
export type ZipTable = ReadonlyMap<string, ZipPlace>;

/** The package takes a while to read and three times the memory that is kept of it: a thread of its own reads it, then ends. */
async function readTable(): Promise<ZipTable> {
  const reader = new Worker(new URL('./zip-reader.ts', import.meta.url));
  const [table] = (await once(reader, 'message')) as [ZipTable];
  return table;
}

/** All ZIP codes of the US, read when the first one is looked up. */
export class ZipCodes {
  #table: Promise<ZipTable> | null = null;

  /** Null for one that nobody has. */
  async find(zip: string): Promise<ZipPlace | null> {
    this.#table ??= readTable();
    try {
      return (await this.#table).get(zip) ?? null;
    } catch (error) {
      // whoever asks next reads it anew
      this.#table = null;
      throw error;
    }
  }
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ZipPlace {
  city: string;
  /** Two letters. */
  state: string;
}

/** ZIP code to its place. */
export type ZipTable = ReadonlyMap<string, ZipPlace>;

/** Reading the package takes a while and three times the memory of the result, so a thread of its own reads it, then ends. */
async function readTable(): Promise<ZipTable> {
  const reader = new Worker(new URL('./zip-reader.ts', import.meta.url));
  const [table] = (await once(reader, 'message')) as [ZipTable];
  return table;
}

/** All ZIP codes of the US, read when the first one is looked up. */
export class ZipCodes {
  #table: Promise<ZipTable> | null = null;

  /** Null for an unknown ZIP code. */
  async find(zip: string): Promise<ZipPlace | null> {
    this.#table ??= readTable();
    try {
      return (await this.#table).get(zip) ?? null;
    } catch (error) {
      // the next caller reads the table again
      this.#table = null;
      throw error;
    }
  }
}

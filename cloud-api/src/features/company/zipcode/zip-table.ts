import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ZipPlace {
  city: string;
  /** Two letters. */
  state: string;
  latitude: number;
  longitude: number;
}

export type ZipTable = ReadonlyMap<string, ZipPlace>;

/** Reads the package in a worker thread that then exits, because it takes a while and three times the memory of the result. */
async function readTable(): Promise<ZipTable> {
  const reader = new Worker(new URL('./zip-reader.ts', import.meta.url));
  const [table] = (await once(reader, 'message')) as [ZipTable];
  return table;
}

/** All US ZIP codes, loaded at the first lookup. */
export class ZipCodes {
  #table: Promise<ZipTable> | null = null;

  /** Returns null for an unknown ZIP code. */
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

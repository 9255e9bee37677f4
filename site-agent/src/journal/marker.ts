import { createHash } from 'node:crypto';
import { closeSync, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const content = z.object({
  journal: z.uuid(),
  /** Number of the last action in the journal. */
  last: z.int().nonnegative(),
  /** Number of its oldest action that was not removed on purpose. */
  oldest: z.int().nonnegative(),
  /** False while there are actions that the journal could not store. */
  complete: z.boolean(),
});
export type MarkerContent = z.infer<typeof content>;

const fileName = 'journal.mark';
const bytes = 4_096;
const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The expected content of the journal, in a second file. SQLite silently drops the end of a damaged write-ahead log, and only this file
 * shows that it existed. The file has its full length from the start and is overwritten in place, which needs no space on a full disk.
 */
export class Marker {
  /** Whether no marker existed before. */
  readonly isNew: boolean;
  readonly #file: number;

  constructor(folder: string) {
    const path = join(folder, fileName);
    this.isNew = !existsSync(path);
    this.#file = openSync(path, this.isNew ? 'w+' : 'r+');
    if (this.isNew) this.#store(Buffer.alloc(bytes));
  }

  /** Returns null if nothing was written yet or the file is damaged. */
  read(): MarkerContent | null {
    const stored = Buffer.alloc(bytes);
    readSync(this.#file, stored, 0, bytes, 0);
    const [checksum, text = ''] = stored.toString('utf8').replace(/\0+$/, '').split('\n');
    return text !== '' && checksum === checksumOf(text) ? (content.safeParse(JSON.parse(text)).data ?? null) : null;
  }

  /** Writes the marker to disk before it returns. */
  write(marked: MarkerContent): void {
    const text = JSON.stringify(marked);
    const stored = Buffer.alloc(bytes);
    stored.write(`${checksumOf(text)}\n${text}`);
    this.#store(stored);
  }

  close(): void {
    closeSync(this.#file);
  }

  #store(stored: Buffer): void {
    writeSync(this.#file, stored, 0, bytes, 0);
    fdatasyncSync(this.#file);
  }
}

import { createHash } from 'node:crypto';
import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const content = z.object({
  journal: z.uuid(),
  /** Number of the last action in the journal. */
  last: z.int().nonnegative(),
  /** Number of its oldest action that was not removed on purpose. */
  oldest: z.int().nonnegative(),
  /** Number of transactions in the journal; missing in a marker of an earlier release. */
  changes: z.int().nonnegative().default(0),
  /** False while there are actions that the journal could not store. */
  complete: z.boolean(),
});
export type MarkerContent = z.infer<typeof content>;

const fileName = 'journal.mark';
const bytes = 4_096;

/** What is written within this time reaches the disk together. */
const syncAfterMs = 100;
const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The expected content of the journal, in a second file. SQLite silently drops the end of a damaged write-ahead log, and only this file
 * shows that it existed. The file has its full length from the start and is overwritten in place, which needs no space on a full disk.
 */
export class Marker {
  /** Whether no marker existed before. */
  readonly isNew: boolean;
  readonly #file: number;
  #syncing: NodeJS.Timeout | undefined;

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
    this.#store(contentOf(marked));
  }

  /**
   * Writes the marker so that it survives the end of this process, and syncs it soon: a caller in front of a gate waits for no disk.
   * @param onRejected called if the disk rejects it later
   */
  note(marked: MarkerContent, onRejected: (error: Error) => void): void {
    writeSync(this.#file, contentOf(marked), 0, bytes, 0);
    this.#syncing ??= setTimeout(() => {
      this.#syncing = undefined;
      fdatasync(this.#file, (error) => error && onRejected(error));
    }, syncAfterMs);
  }

  close(): void {
    clearTimeout(this.#syncing);
    closeSync(this.#file);
  }

  #store(stored: Buffer): void {
    writeSync(this.#file, stored, 0, bytes, 0);
    fdatasyncSync(this.#file);
    clearTimeout(this.#syncing);
    this.#syncing = undefined;
  }
}

function contentOf(marked: MarkerContent): Buffer {
  const text = JSON.stringify(marked);
  const stored = Buffer.alloc(bytes);
  stored.write(`${checksumOf(text)}\n${text}`);
  return stored;
}

import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface LogFileOptions {
  folder: string;
  /** Maximum size of one file. */
  maxBytes: number;
  /** How many files are kept, with the current one. */
  files: number;
}

/** After a failed write the disk is tried again so much later. */
const retryAfterMs = 10_000;
/** Lines are read from the end of each file, at most this much. */
const readAtOnce = 512 * 1_024;

/** A log of JSON lines in files of limited size and number. A disk that fails costs lines, and nothing else. */
export class LogFile {
  readonly #options: LogFileOptions;
  readonly #now: () => number;
  #file: number | null = null;
  #bytes = 0;
  #notBefore = -Infinity;

  constructor(options: LogFileOptions, now = () => performance.now()) {
    this.#options = options;
    this.#now = now;
  }

  /** @param line with its line break */
  write(line: string): void {
    if (this.#now() < this.#notBefore) return;
    try {
      this.#append(Buffer.from(line));
    } catch {
      // full, removed or read-only: the agent's health reports its disk, and a log cannot log this
      this.#close();
      this.#notBefore = this.#now() + retryAfterMs;
    }
  }

  /** Returns the newest lines, oldest first. */
  last(count: number): string[] {
    const lines: string[] = [];
    for (let number = 0; number < this.#options.files && lines.length < count; number += 1) lines.unshift(...linesOf(this.#path(number)));
    return lines.slice(-count);
  }

  #append(bytes: Buffer): void {
    if (this.#file !== null && this.#bytes > 0 && this.#bytes + bytes.length > this.#options.maxBytes) this.#rotate();
    this.#file ??= this.#open();
    writeSync(this.#file, bytes);
    this.#bytes += bytes.length;
  }

  #open(): number {
    mkdirSync(this.#options.folder, { recursive: true });
    const file = openSync(this.#path(0), 'a', 0o640);
    this.#bytes = fstatSync(file).size;
    return file;
  }

  #rotate(): void {
    this.#close();
    const { files } = this.#options;
    rmSync(this.#path(files - 1), { force: true });
    for (let number = files - 2; number >= 0; number -= 1) renameIfThere(this.#path(number), this.#path(number + 1));
  }

  #close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null) closeSync(file);
  }

  /** 0 is the current file, 1 the one before it. */
  #path(number: number): string {
    return path.join(this.#options.folder, number === 0 ? 'agent.jsonl' : `agent.${number}.jsonl`);
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function linesOf(file: string): string[] {
  let opened: number;
  try {
    opened = openSync(file, 'r');
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  try {
    const { size } = fstatSync(opened);
    const start = Math.max(0, size - readAtOnce);
    const text = Buffer.alloc(size - start);
    const read = readSync(opened, text, 0, text.length, start);
    const lines = text.toString('utf8', 0, read).split('\n');
    // the first may have lost its beginning
    return lines.slice(start > 0 ? 1 : 0).filter((line) => line !== '');
  } finally {
    closeSync(opened);
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Journal } from './journal.ts';

export interface BackupsOptions {
  journal: Pick<Journal, 'copyTo'>;
  folder: string;
  /** Called with the system's text if the copy cannot be written, with null once it can. */
  onProblem: (cause: string | null) => void;
  log: Logger;
}

const dayMs = 24 * 3_600_000;
const checkEveryMs = 600_000;

/** Copies the journal to another disk once a day. The copy has the journal's file name, so that it can be put in its place. */
export class Backups {
  readonly #options: BackupsOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#check();
    this.#timer = setInterval(() => this.#check(), checkEveryMs);
  }

  /** Waits for a running copy. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #check(): void {
    this.#running ??= this.#backUp().finally(() => (this.#running = null));
  }

  async #backUp(): Promise<void> {
    const { journal, folder, onProblem, log } = this.#options;
    const file = join(folder, 'journal.db');
    try {
      await mkdir(folder, { recursive: true });
      const ageMs = Date.now() - (await writtenAt(file));
      // a file of the future is of a clock that was set back since
      if (ageMs >= 0 && ageMs < dayMs) return;
      await journal.copyTo(`${file}.new`);
      await rename(`${file}.new`, file);
      onProblem(null);
      log.info({ file }, 'Journal backed up');
    } catch (error) {
      await rm(`${file}.new`, { force: true }).catch(() => undefined);
      onProblem(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Returns epoch milliseconds; 0 if there is no such file. */
async function writtenAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { Journal } from '../../../journal/journal.ts';
import type { PosRestores } from '../../../ports/pos-restores.ts';
import type { SalesCursor } from '../../../ports/pos-sales.ts';

/** Name of the note with the id of a write that Sitewatch confirmed. */
const noteName = 'sitewatch-write';
const everyMs = 60_000;

export interface RestoreCheckOptions {
  restores: PosRestores;
  journal: Pick<Journal, 'note' | 'recordAll'>;
}

/**
 * Detects that Sitewatch was restored from a backup: a write that it had confirmed is missing. The cloud then writes again what is lost, and
 * sales are read again from that time on, because a restored Sitewatch gives their numbers a second time.
 */
export class RestoreCheck {
  readonly #options: RestoreCheckOptions;
  #checkedAt = -Infinity;
  /** The last write before a restore that was reported: it is no longer expected. */
  #lostWrite: string | null = null;

  constructor(options: RestoreCheckOptions) {
    this.#options = options;
  }

  /** @returns where to read sales again; null if Sitewatch is complete, or was checked within the last minute */
  async check(signal: AbortSignal): Promise<SalesCursor | null> {
    if (performance.now() - this.#checkedAt < everyMs) return null;
    const { restores, journal } = this.#options;
    const { lastWrite } = restores;
    const expected = journal.note(noteName) || null;
    if (expected === null || (await restores.hasWrite(expected, signal))) {
      if (lastWrite !== null && lastWrite !== expected && lastWrite !== this.#lostWrite)
        journal.recordAll([], { name: noteName, value: lastWrite });
      this.#checkedAt = performance.now();
      return null;
    }
    const until = await restores.newestWriteAt(signal);
    const upTo = until === null ? null : await restores.lastSaleBefore(until, signal);
    journal.recordAll([{ kind: 'sitewatch-restored', source: sitewatchDevice, payload: { until } }], { name: noteName, value: '' });
    this.#lostWrite = lastWrite;
    this.#checkedAt = performance.now();
    return upTo === null ? null : { upTo, near: [] };
  }
}

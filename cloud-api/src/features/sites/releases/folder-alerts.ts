import type { Alert } from '../../../common/alert.ts';
import type { Releases } from '../../../ports/releases.ts';

/** Alerts what is wrong in the folder of releases, once each; a release that is just being copied is not complete yet. */
export class FolderAlerts {
  readonly #releases: Releases;
  readonly #alert: Alert;
  /** What the last check found, and whether it was alerted. */
  #known = new Map<string, boolean>();

  constructor({ releases, alert }: { releases: Releases; alert: Alert }) {
    this.#releases = releases;
    this.#alert = alert;
  }

  /** @returns 0: the next check is due after the interval */
  async check(): Promise<number> {
    const { problems } = await this.#releases.find(0);
    const known = new Map<string, boolean>();
    for (const { version, sentence } of problems) {
      if (this.#known.get(sentence) === false) this.#alert('releases.folder', { version }, sentence);
      known.set(sentence, this.#known.has(sentence));
    }
    this.#known = known;
    return 0;
  }
}

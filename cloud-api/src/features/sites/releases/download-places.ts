import type { Readable } from 'node:stream';
import { Failure } from '../../../common/failure.ts';

/** Downloads at the same time in one process: other calls stay fast, and agents try again. */
const most = 6;
const retryAfterSeconds = 30;

/** The downloads that run in this process. A site has one place: its next download ends the one before, whose connection may be dead. */
export class DownloadPlaces {
  readonly #running = new Map<number, { stream: Readable | null }>();

  /** @throws Failure 503 `downloads_busy` */
  async take(site: number, open: () => Promise<Readable | null>): Promise<Readable | null> {
    const before = this.#running.get(site);
    if (!before && this.#running.size >= most)
      throw new Failure(503, 'downloads_busy', 'Too many sites are downloading. Try again in a moment', { details: { retryAfterSeconds } });
    const place: { stream: Readable | null } = { stream: null };
    this.#running.set(site, place);
    before?.stream?.destroy();
    const leave = (): void => {
      if (this.#running.get(site) === place) this.#running.delete(site);
    };
    try {
      place.stream = await open();
    } finally {
      if (!place.stream) leave();
    }
    place.stream?.once('close', leave);
    return place.stream;
  }
}

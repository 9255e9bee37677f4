import { notFound } from '../../../../common/failure.ts';
import type { Db } from '../../../../db/pool.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { onlineSites } from '../online-sites.store.ts';
import { posterPdf, posterSvg } from './poster.ts';

/** Draws a site's poster with the QR code of the public sign-up. */
export class Posters {
  readonly #options: { db: Db; clock: Clock; publicUrl: string };

  constructor(options: { db: Db; clock: Clock; publicUrl: string }) {
    this.#options = options;
  }

  /** @throws Failure 404 `site_not_found` */
  async of(number: number) {
    const { db, clock, publicUrl } = this.#options;
    const [site] = await onlineSites(db, [number]);
    if (!site) throw notFound('site_not_found', 'Site not found');
    const poster = { name: site.name, url: new URL(`/online?site=${number}`, publicUrl).href };
    const pdf = await posterPdf(poster, clock.now());
    return { site: number, ...poster, svg: posterSvg(poster), pdf: `data:application/pdf;base64,${pdf.toString('base64')}` };
  }
}

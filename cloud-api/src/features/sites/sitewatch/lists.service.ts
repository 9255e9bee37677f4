import type { Logger } from 'pino';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { sitewatchAway } from './ask-site.ts';
import { knownPlace } from './known-place.ts';
import { copyOfList, keepList, type ListCopy } from './list-copy.store.ts';
import { askForList, listKinds, type ListKind } from './list-questions.ts';
import type { NamedSite } from '../../../db/named-sites.ts';

/** A person fills in a form: after this time a copy answers. */
const siteWaitsMs = 1_500;
const oldAfterMs = 3_600_000;

export interface ListsOptions {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  log: Logger;
}

/** Makes, models, colors and the like: each site's Sitewatch owns them, the cloud's copy of them answers. */
export class SitewatchLists {
  readonly #options: ListsOptions;
  /** The lists that are being renewed in the background, by site and kind. */
  readonly #renewing = new Set<string>();

  constructor(options: ListsOptions) {
    this.#options = options;
  }

  /**
   * The copy at once, where the site has one; it is renewed behind the answer when it is old. Only a first list, or a `fresh` one, waits
   * for the site, and not for long. Another site's list where this one never gave any.
   * @throws Failure 400 `invalid_site`, 503 `site_unreachable` where no site ever gave this list
   */
  async read<K extends ListKind>(kind: K, site: number, fresh: boolean): Promise<ListCopy<K>> {
    const { db } = this.#options;
    const copy = await copyOfList(db, site, kind);
    if (copy?.site === site && !fresh) {
      this.#renewLater(kind, copy);
      return copy;
    }
    const place = await knownPlace(db, site);
    await this.#renew(kind, place, siteWaitsMs);
    const now = await copyOfList(db, site, kind);
    if (!now) throw sitewatchAway(place, 'This list isn’t available yet');
    return now;
  }

  /** Takes a copy of every list of a site; called when a site comes online. */
  async sync(site: number): Promise<void> {
    const place = await knownPlace(this.#options.db, site);
    for (const kind of listKinds) await this.#renew(kind, place);
  }

  #renewLater<K extends ListKind>(kind: K, { site, seen }: ListCopy<K>): void {
    const name = `${site}:${kind}`;
    const { db, clock, log } = this.#options;
    if (clock.now().getTime() - seen.getTime() < oldAfterMs || this.#renewing.has(name)) return;
    this.#renewing.add(name);
    knownPlace(db, site)
      .then((place) => this.#renew(kind, place))
      .catch((error: unknown) => log.warn({ err: error, site, kind }, 'a list of Sitewatch was not renewed'))
      .finally(() => this.#renewing.delete(name));
  }

  /** Reads a list anew. A site that does not answer changes nothing. */
  async #renew(kind: ListKind, place: NamedSite, waitMs?: number): Promise<void> {
    const { db, clock, sites } = this.#options;
    const rows = await askForList(sites, place, kind, clock.now(), waitMs);
    if (rows) await keepList(db, place.number, kind, rows, clock.now());
  }
}

import type { Logger } from 'pino';
import type { NamedSite } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { sitewatchAway } from './ask-site.ts';
import { knownPlace } from './known-place.ts';
import { copyOfList, keepList, type ListCopy } from './list-copy.store.ts';
import { askForList, listKinds, type ListKind, type ListRows } from './list-questions.ts';

/** Timeout in milliseconds, because a user is filling in a form; then a copy is used. */
const siteWaitsMs = 1_500;
const oldAfterMs = 3_600_000;

export interface ListsOptions {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  log: Logger;
}

/** Makes, models, colors and similar lists: each site's Sitewatch owns them, responses come from the cloud's copy. */
export class SitewatchLists {
  readonly #options: ListsOptions;
  /** Lists being refreshed in the background, by site and kind. */
  readonly #renewing = new Set<string>();

  constructor(options: ListsOptions) {
    this.#options = options;
  }

  /**
   * Returns the site's copy immediately, if there is one; an old copy is refreshed in the background. Only a first list or a `fresh` one
   * waits for the site, briefly. If this site never returned the list, returns another site's.
   * @throws Failure 400 `invalid_site`, 503 `site_unreachable` if no site ever returned this list
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

  /** Returns the rows of the copy, without a question to any site. @param site null for the newest copy */
  async copied<K extends ListKind>(kind: K, site: number | null): Promise<ListRows[K][]> {
    return (await copyOfList(this.#options.db, site ?? 0, kind))?.rows ?? [];
  }

  /** Copies every list of a site; called when a site comes online. */
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
      .catch((error: unknown) => log.warn({ err: error, site, kind }, 'Sitewatch list not refreshed'))
      .finally(() => this.#renewing.delete(name));
  }

  /** Reads a list again. Without a response nothing changes. */
  async #renew(kind: ListKind, place: NamedSite, waitMs?: number): Promise<void> {
    const { db, clock, sites } = this.#options;
    const rows = await askForList(sites, place, kind, clock.now(), waitMs);
    if (rows) await keepList(db, place.number, kind, rows, clock.now());
  }
}

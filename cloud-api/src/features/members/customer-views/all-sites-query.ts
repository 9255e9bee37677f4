import { sitewatchDevice, type CommandPayload } from '@washdesk/site-protocol/commands';
import { namedSites, type NamedSite } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import { codesOf } from '../../../mirror/projection/codes.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { copiesOf, keepCopy, type Copy, type CopyKind, type CopyRows } from './copies.store.ts';
import { linksOf, type SitewatchIdentity } from './known-at-sites.store.ts';

/** Milliseconds after which a site without a response is reported as missing; a customer's screen is waiting. */
const sitesAnswerWithinMs = 2_000;
/** Limits of the command: number of codes and length of each. */
const mostCodes = 10;
const longestCode = 40;

type Who = CommandPayload<'sitewatch.codes'>;

/** A site's current or last stored response about a customer. */
export interface SiteAnswer<K extends CopyKind> {
  place: NamedSite;
  rows: CopyRows[K][];
  /** Null if the site just responded. */
  missing: { site: number; name: string; asOf: string | null } | null;
}

export interface AllSitesQueryOptions {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
}

type Ask<K extends CopyKind> = (site: number, who: Who) => Promise<CopyRows[K][] | null>;

/**
 * Queries all sites at once about one customer (docs/decisions/0009-sitewatch-writes.md); an unreachable site does not delay the others.
 */
export class AllSitesQuery {
  readonly #options: AllSitesQueryOptions;

  constructor(options: AllSitesQueryOptions) {
    this.#options = options;
  }

  codes(customer: string): Promise<SiteAnswer<'codes'>[]> {
    return this.#ask(customer, 'codes', async (site, who) => {
      const outcome = await this.#options.sites.send(site, sitewatchDevice, 'sitewatch.codes', who, { waitMs: sitesAnswerWithinMs });
      return outcome.kind === 'answered' ? outcome.result.codes : null;
    });
  }

  discounts(customer: string): Promise<SiteAnswer<'discounts'>[]> {
    return this.#ask(customer, 'discounts', async (site, who) => {
      const outcome = await this.#options.sites.send(site, sitewatchDevice, 'sitewatch.discounts', who, { waitMs: sitesAnswerWithinMs });
      return outcome.kind === 'answered' ? outcome.result.discounts : null;
    });
  }

  async #ask<K extends CopyKind>(customer: string, kind: K, ask: Ask<K>): Promise<SiteAnswer<K>[]> {
    const { db } = this.#options;
    const [places, links, codes, copies] = await Promise.all([
      namedSites(db),
      linksOf(db, customer),
      codesOf(db, customer),
      copiesOf(db, customer, kind),
    ]);
    const at = <T extends { site: number }>(all: readonly T[], { number }: NamedSite) => all.find(({ site }) => site === number);
    return Promise.all(
      places.map(async (place) => {
        const rows = await ask(place.number, whoAt(at(links, place), codes));
        return rows ? this.#heard(customer, kind, place, rows) : silent(place, at(copies, place));
      }),
    );
  }

  async #heard<K extends CopyKind>(customer: string, kind: K, place: NamedSite, rows: CopyRows[K][]): Promise<SiteAnswer<K>> {
    const { db, clock } = this.#options;
    await keepCopy(db, customer, kind, { site: place.number, rows, seen: clock.now() });
    return { place, rows, missing: null };
  }
}

const whoAt = (link: SitewatchIdentity | undefined, codes: readonly string[]): Who => ({
  objid: link?.objid ?? null,
  codes: [...new Set([...codes, ...(link?.codes ?? [])])].filter(({ length }) => length <= longestCode).slice(0, mostCodes),
});

const silent = <K extends CopyKind>(place: NamedSite, copy: Copy<K> | undefined): SiteAnswer<K> => ({
  place,
  rows: copy?.rows ?? [],
  missing: { site: place.number, name: place.name, asOf: copy?.seen.toISOString() ?? null },
});

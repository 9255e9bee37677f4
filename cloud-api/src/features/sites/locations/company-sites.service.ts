import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { companySites, insertSite, lockedSite, siteOfLocation, updateSite, type CompanySite } from './company-sites.store.ts';
import type { LocationsService } from './locations.service.ts';

interface Options {
  db: Db;
  clock: Clock;
  locations: Pick<LocationsService, 'list'>;
  by: AuditedPrincipal;
}

/** What is given of a site; Stripe's location of the number has the name, the state and its own id. */
export type GivenSite = Pick<CompanySite, 'number'> & Partial<CompanySite>;

/** The company's wash sites: everything that names a site refers to one of them. */
export class CompanySites {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  list(): Promise<CompanySite[]> {
    return companySites(this.#options.db);
  }

  /** @throws Failure if the site exists, another one has its location, or a value is neither given nor at Stripe */
  async add(given: GivenSite): Promise<CompanySite> {
    const known = await this.#fromStripe(given.number);
    const { name, state, timeZone, locationId = null } = { ...known, ...given };
    if (name === undefined || state === undefined || timeZone === undefined) throw incomplete(given.number, { name, state, timeZone });
    const site = { number: given.number, name, state, timeZone, locationId };
    await this.#inTransaction(async (tx) => {
      await refuseTakenLocation(tx, site);
      if (!(await insertSite(tx, site))) throw new Failure(409, 'site_exists', `Site ${site.number} exists already`);
      await this.#audit(tx, 'site.added', null, site);
    });
    return site;
  }

  /** @throws Failure for an unknown site, or if another one has the location */
  async change({ number, ...change }: GivenSite): Promise<CompanySite> {
    return this.#inTransaction(async (tx) => {
      const before = await lockedSite(tx, number);
      if (!before) throw new Failure(404, 'unknown_site', `There is no site ${number}`);
      const after = { ...before, ...change };
      await refuseTakenLocation(tx, after);
      await updateSite(tx, after);
      await this.#audit(tx, 'site.changed', before, after);
      return after;
    });
  }

  async #fromStripe(number: number): Promise<Partial<CompanySite>> {
    const found = (await this.#options.locations.list()).filter(({ metadata }) => metadata.site === String(number));
    const [location] = found;
    if (!location || found.length > 1) return {};
    const { id: locationId, display_name: name, metadata } = location;
    return { locationId, name, ...(metadata.state !== '' && { state: metadata.state }) };
  }

  #inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#options.db.transaction().execute(work);
  }

  #audit(tx: Tx, action: string, before: CompanySite | null, after: CompanySite): Promise<void> {
    const { by, clock } = this.#options;
    return writeAudit(tx, { ...auditBy(by), action, subject: `site:${after.number}`, site: after.number, before, after, at: clock.now() });
  }
}

function incomplete(number: number, fields: Record<string, string | undefined>): Failure {
  const missing = Object.keys(fields).filter((field) => fields[field] === undefined);
  const problems = missing.map((path) => ({ path, message: 'is required' }));
  return new Failure(400, 'invalid_request', `Site ${number} needs: ${missing.join(', ')}`, { problems });
}

async function refuseTakenLocation(tx: Tx, { number, locationId }: CompanySite): Promise<void> {
  const other = locationId === null ? undefined : await siteOfLocation(tx, locationId, number);
  if (other) throw new Failure(409, 'location_taken', `Site ${other.number} has the location ${locationId}`);
}

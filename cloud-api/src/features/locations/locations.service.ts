import type { Location } from '@washdesk/contracts/location';
import { siteNumber, type SiteMapping } from '@washdesk/rules/sites';
import type { Db } from '../../db/pool.ts';
import { mirroredLocations } from './locations.store.ts';

export class LocationsService {
  readonly #db: Db;
  readonly #mapping: () => Promise<SiteMapping>;

  constructor(options: { db: Db; mapping: () => Promise<SiteMapping> }) {
    this.#db = options.db;
    this.#mapping = options.mapping;
  }

  /** By name, with the mapped site number; one that names no site of ours is left out. `site` narrows to one site. */
  async list(site: number | undefined): Promise<Location[]> {
    const mapping = await this.#mapping();
    const all = (await mirroredLocations(this.#db)).flatMap(({ id, display_name, metadata }) => {
      const mapped = siteNumber(metadata['site'] ?? '', mapping);
      if ('error' in mapped || (site !== undefined && mapped.site !== site)) return [];
      const { state = '', defaultplatestate = state } = metadata;
      return [{ id, display_name, metadata: { site: String(mapped.site), state, defaultplatestate } }];
    });
    return all.toSorted((a, b) => a.display_name.localeCompare(b.display_name));
  }
}

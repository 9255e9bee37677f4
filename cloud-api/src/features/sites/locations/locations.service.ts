import type { Location } from '@washdesk/contracts/sites/location';
import { siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import type { Db } from '../../../db/pool.ts';
import { mirroredLocations, timeZones } from './locations.store.ts';

export class LocationsService {
  readonly #db: Db;
  readonly #mapping: () => Promise<SiteMapping>;

  constructor(options: { db: Db; mapping: () => Promise<SiteMapping> }) {
    this.#db = options.db;
    this.#mapping = options.mapping;
  }

  /** Lists locations by name, with mapped site number and time zone; omits one that maps to no site of ours. */
  async list(): Promise<Location[]> {
    const mapping = await this.#mapping();
    const [locations, zones] = await Promise.all([mirroredLocations(this.#db), timeZones(this.#db)]);
    const all = locations.flatMap(({ id, display_name, metadata }) => {
      const mapped = siteNumber(metadata['site'] ?? '', mapping);
      if ('error' in mapped) return [];
      const { state = '', defaultplatestate = state } = metadata;
      const zone = zones.get(mapped.site);
      return [{ id, display_name, metadata: { site: String(mapped.site), state, defaultplatestate }, ...(zone && { time_zone: zone }) }];
    });
    return all.toSorted((a, b) => a.display_name.localeCompare(b.display_name));
  }
}

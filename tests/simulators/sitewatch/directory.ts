import type { Site } from '../company/model.ts';
import type { ObjectIds } from './tables.ts';

/** The rows that other rows reference. */
export interface Directory {
  site: Site;
  ids: ObjectIds;
  /** OBJIDs by site number, by terminal name (this site only) and by employee number. */
  sites: ReadonlyMap<number, number>;
  terminals: ReadonlyMap<string, number>;
  employees: ReadonlyMap<number, number>;
  /** By plan type name. */
  planTypes: ReadonlyMap<string, { objectId: number; redeemItem: number | null }>;
  /** The other register items, by name. */
  items: ReadonlyMap<string, number>;
}

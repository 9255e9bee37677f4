import type { Site } from '../company/model.ts';
import type { ObjectIds } from './tables.ts';

/** The rows that the other rows refer to. */
export interface Directory {
  site: Site;
  ids: ObjectIds;
  /** OBJIDs by the site's number, the terminal's name (of this site), the employee's number. */
  sites: ReadonlyMap<number, number>;
  terminals: ReadonlyMap<string, number>;
  employees: ReadonlyMap<number, number>;
  /** By the plan type's name. */
  planTypes: ReadonlyMap<string, { objectId: number; redeemItem: number | null }>;
  /** The other items of registers, by name. */
  items: ReadonlyMap<string, number>;
}

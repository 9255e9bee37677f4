interface Named {
  ID: number;
  NAME: string;
}

/** The cloud's copies of what Sitewatch offers about vehicles: a site's own, otherwise another site's. Empty if there is none. */
export interface VehicleLists {
  makes(site: number | null): Promise<readonly Named[]>;
  models(site: number | null): Promise<readonly (Named & { MAKE: number })[]>;
  colors(site: number | null): Promise<readonly Named[]>;
}

import { siteDate } from '@washdesk/rules/dates/dates';
import { zonedTime } from '@washdesk/rules/dates/zoned-time';
import type { Db } from './pool.ts';

/** A site by its mapped number, with its display name. */
export interface NamedSite {
  number: number;
  name: string;
  timeZone: string;
}

const columns = ['number', 'name', 'time_zone as timeZone'] as const;

export const namedSites = (db: Db): Promise<NamedSite[]> => db.selectFrom('site').select(columns).orderBy('number').execute();

/** Returns null for an unknown number. */
export async function namedSite(db: Db, number: number): Promise<NamedSite | null> {
  return (await db.selectFrom('site').select(columns).where('number', '=', number).executeTakeFirst()) ?? null;
}

/** Returns the company's time zone: that of its first site. */
export async function companyTimeZone(db: Db): Promise<string> {
  const [first] = await namedSites(db);
  return first?.timeZone ?? 'UTC';
}

/** Cells of a file: a site by its name, an instant by the clock of its site, whose zone is named; in UTC without a site. */
export interface SiteCells {
  name: (site: number | null) => string | null;
  date: (at: Date, site: number | null) => string;
  time: (at: Date, site: number | null) => string;
}

export async function siteCells(db: Db): Promise<SiteCells> {
  const sites = new Map((await namedSites(db)).map((site) => [site.number, site]));
  const zoneOf = (site: number | null): string => sites.get(site ?? NaN)?.timeZone ?? 'UTC';
  return {
    name: (site) => (site === null ? null : (sites.get(site)?.name ?? String(site))),
    date: (at, site) => siteDate(at, zoneOf(site)),
    time: (at, site) => {
      const { time, zone } = zonedTime(at, zoneOf(site));
      return `${time} ${zone}`;
    },
  };
}

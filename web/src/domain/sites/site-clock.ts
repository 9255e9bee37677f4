import { useMemo } from 'react';
import { formatDateUs, siteDate, type CalendarDate } from '@washdesk/rules/dates/dates';
import { zonedTime } from '@washdesk/rules/dates/zoned-time';
import { serverNow } from '../../lib/server-clock.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../lib/startup-api.ts';

/** Dates and times of day in a site's time zone (docs/rules/sites.md#site-time). */
export interface SiteClock {
  /** False until the sites' time zones are loaded. */
  known: boolean;
  /** Returns today's date at the session's site. */
  today: () => CalendarDate;
  /** Formats epoch seconds as 'MM/DD/YYYY' at a site; null is the session's. */
  date: (seconds: number, site: number | null) => string;
  /** Formats epoch seconds as '3:05 PM' at a site; null is the session's. A clock that differs from the session's is named: '3:05 PM CST'. */
  time: (seconds: number, site: number | null) => string;
  /** Formats epoch seconds for a file, whose reader may be anywhere: 'MM/DD/YYYY 3:05 PM CST'. */
  fileTime: (seconds: number, site: number | null) => string;
}

/**
 * Returns a function that returns a site's time zone. If it is unknown, that is the session's, then this browser's, which is usually at a
 * site.
 */
export function useSiteZone(): (site: number | null) => string {
  const { data } = useLocationsQuery();
  const here = useSession()?.site ?? null;
  return useMemo(() => zoneOf(data, here), [data, here]);
}

/** Returns the same object until a time zone changes, so that a memoized part of a screen can take it. */
export function useSiteClock(): SiteClock {
  const { data, isError } = useLocationsQuery();
  const here = useSession()?.site ?? null;
  return useMemo(() => clockOf(zoneOf(data, here), here, data !== undefined || isError), [data, isError, here]);
}

type Locations = ReturnType<typeof useLocationsQuery>['data'];

function zoneOf(data: Locations, here: number | null): (site: number | null) => string {
  const zones = data && zonesOf(data);
  const zoneAt = (site: number | null): string | undefined => (site === null ? undefined : zones?.get(site));
  return (site) => zoneAt(site) ?? zoneAt(here) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** By answer of the API, because hundreds of times on a page ask for the zones of hundreds of sites. */
const zonesByAnswer = new WeakMap<object, ReadonlyMap<number, string>>();

function zonesOf(data: NonNullable<Locations>): ReadonlyMap<number, string> {
  const zones = zonesByAnswer.get(data) ?? readZones(data);
  zonesByAnswer.set(data, zones);
  return zones;
}

function readZones({ locations, sites = [] }: NonNullable<Locations>): ReadonlyMap<number, string> {
  const zones = new Map<number, string>();
  for (const { site, time_zone } of sites) if (time_zone) zones.set(site, time_zone);
  for (const { metadata, time_zone } of locations) if (time_zone) zones.set(Number(metadata.site), time_zone);
  return zones;
}

function clockOf(zone: (site: number | null) => string, here: number | null, known: boolean): SiteClock {
  const dateAt = (seconds: number, site: number | null): string => formatDateUs(siteDate(new Date(seconds * 1_000), zone(site)));
  return {
    known,
    today: () => siteDate(serverNow(), zone(here)),
    date: dateAt,
    time: (seconds, site) => {
      const at = new Date(seconds * 1_000);
      const there = zonedTime(at, zone(site));
      return there.zone === zonedTime(at, zone(here)).zone ? there.time : `${there.time} ${there.zone}`;
    },
    fileTime: (seconds, site) => {
      const { time, zone: name } = zonedTime(new Date(seconds * 1_000), zone(site));
      return `${dateAt(seconds, site)} ${time} ${name}`;
    },
  };
}

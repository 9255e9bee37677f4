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
  const zoneAt = (site: number | null): string | undefined =>
    data?.locations.find((location) => Number(location.metadata.site) === site)?.time_zone ??
    data?.sites?.find((one) => one.site === site)?.time_zone;
  return (site) => zoneAt(site) ?? zoneAt(here) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function useSiteClock(): SiteClock {
  const { data, isError } = useLocationsQuery();
  const here = useSession()?.site ?? null;
  const zone = useSiteZone();
  const dateAt = (seconds: number, site: number | null): string => formatDateUs(siteDate(new Date(seconds * 1_000), zone(site)));
  return {
    known: data !== undefined || isError,
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

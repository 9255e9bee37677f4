import { formatDateUs, siteDate, type CalendarDate } from '@washdesk/rules/dates/dates';
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
}

/** If a site's time zone is unknown, uses the session's, then this browser's, which is usually at a site. */
export function useSiteClock(): SiteClock {
  const { data, isError } = useLocationsQuery();
  const here = useSession()?.site ?? null;
  const zoneAt = (site: number | null): string | undefined =>
    data?.locations.find((location) => Number(location.metadata.site) === site)?.time_zone ??
    data?.sites?.find((one) => one.site === site)?.time_zone;
  const zone = (site: number | null): string => zoneAt(site) ?? zoneAt(here) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    known: data !== undefined || isError,
    today: () => siteDate(serverNow(), zone(here)),
    date: (seconds, site) => formatDateUs(siteDate(new Date(seconds * 1_000), zone(site))),
    time: (seconds, site) => timeOfDay(new Date(seconds * 1_000), zone(site), zone(here)),
  };
}

/** By time zone: creating a format takes longer than using it a hundred times. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeOfDay(instant: Date, timeZone: string, ownZone: string): string {
  const named = formatOf(timeZone).format(instant);
  const zone = zoneName(instant, timeZone);
  return zone === zoneName(instant, ownZone) ? named.replace(zone, '').trim() : named;
}

const zoneName = (instant: Date, timeZone: string): string =>
  formatOf(timeZone)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    timeFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  timeFormats.set(timeZone, format);
  return format;
}

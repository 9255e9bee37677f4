import { useLocationsQuery } from '../../lib/startup-api.ts';

/** Returns a function that returns a site's name; its number until the names are loaded. */
export function useSiteNames(): (site: number) => string {
  const { data } = useLocationsQuery();
  return (site) => {
    const here = data?.locations.find(({ metadata }) => Number(metadata.site) === site)?.display_name;
    return here ?? data?.sites?.find((one) => one.site === site)?.name ?? `Site ${site}`;
  };
}

/** A site's name; its number until the names are loaded. */
export function SiteName({ site }: { site: number | null }) {
  const nameOf = useSiteNames();
  return site === null ? null : nameOf(site);
}

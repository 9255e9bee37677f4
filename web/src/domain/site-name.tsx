import { useLocationsQuery } from '../lib/startup-api.ts';

/** A site by its name; by its number while the names are not known, or where this browser is not told of the site. */
export function SiteName({ site }: { site: number | null }) {
  const { data } = useLocationsQuery();
  if (site === null) return null;
  return data?.locations.find(({ metadata }) => Number(metadata.site) === site)?.display_name ?? `Site ${site}`;
}

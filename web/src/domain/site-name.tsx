import { useLocationsQuery } from '../lib/startup-api.ts';

/** A site by its name; by its number while the names are not known. */
export function SiteName({ site }: { site: number | null }) {
  const { data } = useLocationsQuery();
  if (site === null) return null;
  const here = data?.locations.find(({ metadata }) => Number(metadata.site) === site)?.display_name;
  return here ?? data?.sites?.find((one) => one.site === site)?.name ?? `Site ${site}`;
}

import { Select } from 'antd';
import { Field } from '../../components/input/field.tsx';
import { useAtLeast, useSession } from '../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../lib/startup-api.ts';

interface SiteFieldProps {
  /** A site's number; null is any site. */
  value: number | null;
  onChange: (site: number | null) => void;
}

const anySite = 'any';

/** Selects one of the company's sites, or any, for searches. */
export function SiteField({ value, onChange }: SiteFieldProps) {
  const { data } = useLocationsQuery();
  const sites = (data?.locations ?? []).map(({ display_name, metadata }) => ({ value: metadata.site, label: display_name }));
  return (
    <Field label="Site">
      {(control) => (
        <Select
          {...control}
          size="large"
          value={value === null ? anySite : String(value)}
          options={[{ value: anySite, label: 'Any site' }, ...sites]}
          onChange={(site: string) => onChange(site === anySite ? null : Number(site))}
        />
      )}
    </Field>
  );
}

/** Whether the user may search other sites: SupportCenter and above, and sessions without a location. */
export function useMayChooseSite(): boolean {
  const supports = useAtLeast('SupportCenter');
  return useSession()?.site == null || supports;
}

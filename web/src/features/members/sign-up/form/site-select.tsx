import { Select } from 'antd';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import type { FormAccess } from './form-access.ts';
import styles from './sign-up-panel.module.css';
import type { SiteOffer } from './use-site-offer.ts';

interface SiteSelectProps {
  access: FormAccess;
  offer: SiteOffer;
}

/** Another site's plans: for SalesManager and above, or where no place is set (front-desk section 6). */
export function SiteSelect({ access: { change }, offer: { locations, location, isHere } }: SiteSelectProps) {
  const mayChoose = useAtLeast('SalesManager');
  if (!mayChoose && (location || locations.length === 0)) return null;
  const choose = (id: string): void => {
    const chosen = locations.find((place) => place.id === id);
    if (chosen) change({ site: Number(chosen.metadata.site), plan: null });
  };
  return (
    <label className={styles.site}>
      <span>{isHere ? 'Site' : 'Sold at'}</span>
      <Select
        aria-label="Site"
        value={location?.id ?? null}
        placeholder="Choose a site"
        options={locations.map(({ id, display_name: name }) => ({ value: id, label: name }))}
        onChange={choose}
      />
    </label>
  );
}

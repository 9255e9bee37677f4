import { useSelector } from 'react-redux';
import { useSession } from '../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../lib/startup-api.ts';
import { selectWorkplace } from '../../lib/workplace.ts';
import styles from './shell.module.css';

/** A name of up to this many characters is always shown whole. */
const shortPlace = 12;

/** Where this browser works: the location's name, and the Sitewatch terminal where it has one. */
export function LocationLabel() {
  const session = useSession();
  const { locationId } = useSelector(selectWorkplace);
  const { data } = useLocationsQuery();
  const chosen = data?.locations.find(({ id }) => id === (session?.locationId ?? locationId));
  if (!chosen) return null;
  const place = [chosen.display_name, session?.terminal].filter(Boolean).join(' · ');
  return (
    <span className={styles.place} title={place} data-long={place.length > shortPlace || undefined}>
      {place}
    </span>
  );
}

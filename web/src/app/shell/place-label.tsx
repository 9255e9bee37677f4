import { useSelector } from 'react-redux';
import { useSession } from '../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../lib/startup-api.ts';
import { selectWorkplace } from '../../lib/workplace.ts';

/** Where this browser works: the location's name, and the Sitewatch terminal where it has one. */
export function PlaceLabel({ className }: { className?: string }) {
  const session = useSession();
  const { locationId } = useSelector(selectWorkplace);
  const { data } = useLocationsQuery();
  const chosen = data?.locations.find(({ id }) => id === (session?.locationId ?? locationId));
  if (!chosen) return null;
  return <span className={className}>{[chosen.display_name, session?.terminal].filter(Boolean).join(' · ')}</span>;
}

import { skipToken } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import type { Location } from '@washdesk/contracts/sites/location';
import { useSession } from '../../../../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../../../../lib/startup-api.ts';
import { selectWorkplace } from '../../../../../lib/workplace.ts';
import { useSignUpPlansQuery } from '../../sign-up-api.ts';

export interface SiteOffer {
  locations: readonly Location[];
  /** The location that sells the plan; undefined while loading. */
  location: Location | undefined;
  /** Whether this browser is at that location. */
  isHere: boolean;
  /** Undefined while the plans load. */
  plans: readonly Plan[] | undefined;
  /** Why locations or plans could not be loaded. */
  failure: unknown;
  reload: () => void;
}

/** Returns the location that sells the plan, and its plans. `site` is another site's number; null for this browser's own. */
export function useSiteOffer(site: number | null): SiteOffer {
  const session = useSession();
  const { locationId } = useSelector(selectWorkplace);
  const places = useLocationsQuery();
  const locations = places.data?.locations ?? [];
  const hereId = session?.locationId ?? locationId;
  const location = locations.find(({ id, metadata }) => (site === null ? id === hereId : metadata.site === String(site)));
  const offer = useSignUpPlansQuery(location ? { params: { id: location.id } } : skipToken);
  return {
    locations,
    location,
    isHere: location?.id === hereId,
    plans: offer.currentData?.plans,
    failure: places.error ?? (offer.isFetching ? undefined : offer.error),
    reload: () => void (places.error ? places.refetch() : offer.refetch()),
  };
}

import { useSelector } from 'react-redux';
import { useLazyZipQuery } from '../../../../domain/customers/customer-api.ts';
import { addressFromLookup, addressFromPostalCode, isLookedUpZip } from '../../../../domain/postal/postal.ts';
import type { ZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../../../lib/startup-api.ts';
import { selectWorkplace } from '../../../../lib/workplace.ts';
import type { InfoForm } from './info-form.ts';

/**
 * Fills in city, state and country from a five-digit code, or this location's state if the lookup fails; a Canadian code sets the country
 * (docs/rules/members.md#addresses).
 */
export function useZipEntry({ change, getValues }: ZodForm<InfoForm, InfoForm>): (zip: string) => void {
  const [find] = useLazyZipQuery();
  const session = useSession();
  const { locationId } = useSelector(selectWorkplace);
  const { data: places } = useLocationsQuery();
  const here = places?.locations.find(({ id }) => id === (session?.locationId ?? locationId));
  return (zip) => {
    change({ zip, ...addressFromPostalCode(zip) });
    if (!isLookedUpZip(zip)) return;
    void find({ params: { zip } }, true).then(({ data = null }) => {
      if (getValues('zip') === zip) change(addressFromLookup(data, here?.metadata.state ?? ''));
    });
  };
}

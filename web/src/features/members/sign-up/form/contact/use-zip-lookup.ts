import { useLazyZipQuery } from '../../sign-up-api.ts';
import type { FormControl } from '../state/form-control.ts';
import { addressFromPostalCode, addressFromLookup, isLookedUpZip } from './postal.ts';

/** Takes what is typed as a postal code: five digits fill in city, state and country; see docs/rules/members.md#addresses. */
export function useZipLookup({ change, getValues }: FormControl, locationState: string): (zip: string) => void {
  const [find] = useLazyZipQuery();
  return (zip) => {
    change({ zip, ...addressFromPostalCode(zip) });
    if (!isLookedUpZip(zip)) return;
    void find({ params: { zip } }, true).then(({ data = null }) => {
      // The field may hold another postal code by the time of the answer.
      if (getValues('zip') === zip) change(addressFromLookup(data, locationState));
    });
  };
}

import { useRef } from 'react';
import { useLazyZipQuery } from '../sign-up-api.ts';
import { addressFromPostalCode, addressFromLookup, isLookedUpZip } from './postal.ts';
import type { FormAccess } from './form-access.ts';

/** Takes what is typed as a postal code: five digits fill in city, state and country (front-desk section 4, "Postal code entry"). */
export function useZipLookup({ change }: Pick<FormAccess, 'change'>, locationState: string): (zip: string) => void {
  const [find] = useLazyZipQuery();
  const latest = useRef('');

  return (zip) => {
    latest.current = zip;
    change({ zip, ...addressFromPostalCode(zip) });
    if (!isLookedUpZip(zip)) return;
    void find({ params: { zip } }, true).then(({ data = null }) => {
      // somebody has typed on: another code's place is none of this one's business
      if (latest.current === zip) change(addressFromLookup(data, locationState));
    });
  };
}

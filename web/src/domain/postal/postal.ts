import { isCanadianPostalCode } from '@washdesk/rules/customers/customer-entry';

/** City and state of a ZIP code, as `GET /zipcode/{zip}` returns them. */
interface ZipLookup {
  city: string | null;
  state_id: string | null;
}

interface Address {
  city: string;
  state: string;
  country: 'US' | 'CA';
}

/** Whether the code is looked up: five digits. */
export const isLookedUpZip = (zip: string): boolean => /^\d{5}$/.test(zip);

/**
 * Returns what a complete postal code implies without a lookup: a Canadian one sets the country and clears the state; another code's city
 * is cleared.
 */
export function addressFromPostalCode(zip: string): Partial<Address> {
  if (isCanadianPostalCode(zip.trim())) return { country: 'CA', state: '', city: '' };
  return isLookedUpZip(zip) ? { city: '' } : {};
}

/** Returns the address for a US code's lookup. If the lookup failed or found no state, uses the location's state. */
export function addressFromLookup(found: ZipLookup | null, locationState: string): Partial<Address> {
  return { country: 'US', state: found?.state_id ?? locationState, city: found?.city ?? '' };
}

import { isCanadianPostalCode } from '@washdesk/rules/customers/customer-entry';

/** City and state of a ZIP code, as `GET /zipcode/{zip}` answers. */
interface ZipLookup {
  city: string | null;
  state_id: string | null;
}

interface Address {
  city: string;
  state: string;
  country: 'US' | 'CA';
}

/** Five digits are looked up. */
export const isLookedUpZip = (zip: string): boolean => /^\d{5}$/.test(zip);

/** What a whole postal code says without a look-up: a Canadian one sets the country and clears the state; the city of another code does not stay. */
export function addressFromPostalCode(zip: string): Partial<Address> {
  if (isCanadianPostalCode(zip.trim())) return { country: 'CA', state: '', city: '' };
  return isLookedUpZip(zip) ? { city: '' } : {};
}

/** The address by the look-up of a US code. Where the look-up failed or knows no state, the location's state is taken. */
export function addressFromLookup(found: ZipLookup | null, locationState: string): Partial<Address> {
  return { country: 'US', state: found?.state_id ?? locationState, city: found?.city ?? '' };
}

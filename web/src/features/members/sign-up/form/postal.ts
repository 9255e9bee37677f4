import { isCanadianPostalCode } from '@washdesk/rules/customers/customer-entry';
import type { SignUpForm } from '../sign-up-form.ts';

/** As `GET /zipcode/{zip}` answers. */
interface Place {
  city: string | null;
  state_id: string | null;
}

type Address = Pick<SignUpForm, 'city' | 'state' | 'country'>;

/** Five digits ask for their place (front-desk section 9, "Signup zip lookup length 5"). */
export const isLookedUpZip = (zip: string): boolean => /^\d{5}$/.test(zip);

/** What a postal code says by itself: a Canadian one sets the country and clears the state (front-desk section 4, "Postal code entry"). */
export function addressFromPostalCode(zip: string): Partial<Address> {
  return isCanadianPostalCode(zip.trim()) ? { country: 'CA', state: '' } : {};
}

/** What the look-up of a US code says; where it failed, or knows no state, the location's state is taken. */
export function addressFromLookup(place: Place | null, locationState: string): Partial<Address> {
  return { country: 'US', state: place?.state_id ?? locationState, ...(place?.city && { city: place.city }) };
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { isMailAddress } from '@washdesk/rules/customers/customer-entry';
import { toE164 } from '@washdesk/rules/customers/phones';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';

/** A customer's addresses, if any. */
export interface ContactAddresses {
  /** E.164. */
  phone: string | null;
  email: string | null;
  /** Whether mail to the address came back. */
  badEmail: boolean;
}

/** @param placeholderEmailDomain the domain that means "no address" in outside systems; nothing is ever sent there */
export function contactAddressesOf({ phone, email, metadata = {} }: ProviderCustomer, placeholderEmailDomain: string): ContactAddresses {
  const isPlaceholder = email?.toLowerCase().endsWith(`@${placeholderEmailDomain.toLowerCase()}`);
  return {
    phone: toE164(phone ?? ''),
    email: email && !isPlaceholder && isMailAddress(email) ? email : null,
    badEmail: metadata[customerKeys.badEmail] === 'true',
  };
}

const countries: readonly string[] = ['US', 'CA'];
/** Numbers that cost the sender more, or receive no texts. */
const refusedTypes: readonly string[] = ['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'PAGER', 'VOICEMAIL'];

/**
 * Whether a text may go to this number: Caribbean and Pacific numbers also begin with +1, and some US numbers charge their callers. The
 * ranges are those that libphonenumber keeps.
 */
export function isTextable(e164: string): boolean {
  const number = parsePhoneNumberFromString(e164);
  return number?.country !== undefined && countries.includes(number.country) && !refusedTypes.includes(number.getType() ?? '');
}

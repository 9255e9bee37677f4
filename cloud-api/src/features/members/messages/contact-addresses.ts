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

import type { NewCustomer } from '@washdesk/contracts/members/customer-payload';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { defaultCarColor, defaultCarMake, realEmail } from '@washdesk/rules/customers/customer-entry';
import { displayName, parseName } from '@washdesk/rules/customers/names';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { CustomerFields } from '../../../ports/payments.ts';

interface Circumstances {
  /** The customer to clone; the source of fields missing from the payload. */
  source: ProviderCustomer | null;
  site: number | null;
  placeholderEmailDomain: string;
}

/** Returns all fields of a new customer; an empty metadata text adds no key. */
export function newCustomerFields(payload: NewCustomer, { source, site, placeholderEmailDomain }: Circumstances): CustomerFields {
  const named = parseName(source?.name ?? '');
  const { address } = source ?? {};
  return {
    name: displayName(payload.firstName || named.firstName, payload.lastName || named.lastName),
    email: realEmail(payload.email || source?.email, placeholderEmailDomain),
    phone: payload.cellPhone || source?.phone || null,
    address: {
      line1: address?.line1 ?? null,
      city: payload.city || address?.city || null,
      state: payload.state || address?.state || null,
      postal_code: payload.zipcode || address?.postal_code || null,
      country: payload.country || address?.country || 'US',
    },
    taxExempt: isTaxExempt(payload, source) ? 'exempt' : 'none',
    metadata: metadataOf(payload, source, site),
  };
}

export const isTaxExempt = ({ taxExempt }: NewCustomer, source: ProviderCustomer | null): boolean =>
  taxExempt ?? source?.tax_exempt === 'exempt';

/** Returns the payload's value, otherwise the source's. */
export const flagOf = (given: boolean | undefined, source: ProviderCustomer | null, key: string): boolean =>
  given ?? source?.metadata?.[key] === 'true';

function metadataOf(payload: NewCustomer, source: ProviderCustomer | null, site: number | null): Record<string, string> {
  const from = (key: string): string => source?.metadata?.[key] ?? '';
  return {
    [customerKeys.plate]: payload.customerCode ?? '',
    [customerKeys.tag]: payload.secondaryCode ?? '',
    [customerKeys.theCard]: payload.theCardNumber ?? '',
    [customerKeys.carMake]: payload.carMake || from(customerKeys.carMake) || defaultCarMake,
    [customerKeys.carModel]: payload.carModel || from(customerKeys.carModel),
    [customerKeys.carColor]: payload.carColor || from(customerKeys.carColor) || defaultCarColor,
    [customerKeys.isCommercial]: String(flagOf(payload.isCommercial, source, customerKeys.isCommercial)),
    [customerKeys.isTruck]: String(flagOf(payload.isTruck, source, customerKeys.isTruck)),
    [customerKeys.isBusinessSelect]: String(flagOf(payload.isBusinessSelect, source, customerKeys.isBusinessSelect)),
    ...(site !== null && { [customerKeys.site]: String(site) }),
    ...(source && { [customerKeys.clonedFrom]: source.id }),
  };
}

/** Returns the codes in these fields. */
export const codesIn = ({ customerCode, secondaryCode, theCardNumber }: NewCustomer): string[] => [
  ...new Set([customerCode, secondaryCode, theCardNumber].flatMap((code) => code || [])),
];

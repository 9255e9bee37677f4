import { paymentKeys } from '@washdesk/rules/company/metadata-keys';

/**
 * The register's sale that a payment is for, with its site, for sale numbers count within a site. Null for a payment that names no sale or
 * was taken at no site.
 */
export function saleOf(metadata: Record<string, string>): string | null {
  const { [paymentKeys.site]: site, [paymentKeys.saleId]: sale } = metadata;
  return site && sale ? `sale:${site}:${sale}` : null;
}

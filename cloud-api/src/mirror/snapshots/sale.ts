import { paymentKeys } from '@washdesk/rules/company/metadata-keys';

/**
 * Returns the register's sale that a payment is for, with its site, because sale numbers are unique only within a site. Null for a payment
 * without a sale or a site.
 */
export function saleOf(metadata: Record<string, string>): string | null {
  const { [paymentKeys.site]: site, [paymentKeys.saleId]: sale } = metadata;
  return site && sale ? `sale:${site}:${sale}` : null;
}

import { paymentKeys } from '@washdesk/rules/company/metadata-keys';

/** The register's sale that a payment is for: a sale's number is its site's. Null for what names no sale, or was taken at no site. */
export function saleOf(metadata: Record<string, string>): string | null {
  const { [paymentKeys.site]: site, [paymentKeys.saleId]: sale } = metadata;
  return site && sale ? `sale:${site}:${sale}` : null;
}

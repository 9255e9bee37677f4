import { createHash } from 'node:crypto';
import { codesInMetadata } from '../snapshots/rows.ts';
import type { CustomerAggregate, PlanSummary } from './memberships.ts';

/** The fingerprint of a customer deleted at the provider. */
export const deletedFingerprint = 'deleted';

/**
 * Returns a digest of what other systems store: name and addresses, codes, vehicle, plan, status, and its expiry, which every renewal
 * moves. When it changes, they must be updated.
 */
export function convergeFingerprint({ customer }: CustomerAggregate, summary: PlanSummary): string {
  const { name, email, phone, address, tax_exempt: tax } = customer;
  const { CarMake, CarModel, CarColor, isCommercial } = customer.metadata ?? {};
  const { status, plan_name, product_class, subscription, good_until, groups } = summary;
  const person = [name, email, phone, address?.city, address?.state, address?.postal_code, address?.country, tax];
  const vehicle = [CarMake, CarModel, CarColor, isCommercial];
  const plan = [subscription, plan_name, product_class, status, good_until, groups];
  return createHash('sha256')
    .update(JSON.stringify([person, codesInMetadata(customer), vehicle, plan]))
    .digest('base64url');
}

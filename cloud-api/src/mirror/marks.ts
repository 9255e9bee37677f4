import { createHash } from 'node:crypto';
import type { CustomerPicture, Standing } from './memberships.ts';
import { codesOf } from './rows.ts';

/** Of a customer deleted at the provider. */
export const deletedMark = 'deleted';

/** A digest of what other systems must know: name, codes, vehicle, plan and status. It changes when they have to be told. */
export function convergeMark({ customer }: CustomerPicture, standing: Standing): string {
  const { CarMake, CarModel, CarColor } = customer.metadata ?? {};
  const { name, status, plan_name, product_class, subscription } = standing;
  const known = [name, codesOf(customer), [CarMake, CarModel, CarColor], [subscription, plan_name, product_class], status];
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url');
}

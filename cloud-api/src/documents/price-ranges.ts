import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { refusalOfPrice, type PriceLimits, type Vehicle } from '@washdesk/rules/plans/price-ranges';
import { Failure } from '../common/failure.ts';
import type { Db } from '../db/pool.ts';

const limitColumns = ['min_price', 'max_car', 'max_truck', 'max_car_commercial', 'max_truck_commercial'] as const;

/** Returns the allowed prices by product class; a class without a row is unlimited. */
export async function priceLimits(db: Db): Promise<ReadonlyMap<string, PriceLimits>> {
  const rows = await db
    .selectFrom('price_range')
    .select(['product_class', ...limitColumns])
    .execute();
  return new Map(rows.map(({ product_class, ...limits }) => [product_class, limits]));
}

/** Returns the vehicle from the customer's metadata. */
export const vehicleOf = ({ metadata }: { metadata?: Readonly<Record<string, string>> | null | undefined }): Vehicle => ({
  isTruck: metadata?.[customerKeys.isTruck] === 'true',
  isCommercial: metadata?.[customerKeys.isCommercial] === 'true',
});

interface GivenPrice {
  amount: number;
  productClass: string;
}

/**
 * Rejects a manually chosen price outside its range (docs/rules/billing.md#price-ranges).
 * @throws Failure 409 `price_out_of_range`
 */
export async function refusePriceOutOfRange(db: Db, plan: GivenPrice, customer: Parameters<typeof vehicleOf>[0]): Promise<void> {
  const limits = await db
    .selectFrom('price_range')
    .select([...limitColumns])
    .where('product_class', '=', plan.productClass)
    .executeTakeFirst();
  const refusal = refusalOfPrice(plan, limits ?? null, vehicleOf(customer));
  if (refusal !== null) throw new Failure(409, 'price_out_of_range', refusal);
}

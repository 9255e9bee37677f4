import { requestCoupon } from '@washdesk/contracts/sites/wash-coupon';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, requiredKey, route } from '../../../http/route.ts';
import type { GiftLimits } from '../../../operations/gift-limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Coupons } from '../../../ports/coupons.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { WashCoupons } from './wash-coupons.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  /** Measures the time since a request was sent. */
  systemClock: Clock;
  /** Null if not configured. */
  coupons: Coupons | null;
  settings: ReadSetting;
  gifts: GiftLimits;
}

/** Wash coupons (docs/rules/sites.md#wash-coupons). */
export function createWashCoupons(dependencies: Dependencies): Feature {
  const washCoupons = new WashCoupons(dependencies);
  return {
    routes: [
      route(requestCoupon, ({ body, caller, idempotencyKey }) =>
        washCoupons.request(principalOf(caller), requiredKey(idempotencyKey), {
          vendorId: body.vendor_id,
          firstName: body.first_name,
          lastName: body.last_name,
          plate: body.custom_1,
        }),
      ),
    ],
  };
}

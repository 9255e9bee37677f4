import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { requirePin, siteOf, type Principal } from '../../../common/caller.ts';
import { Failure, keyReused } from '../../../common/failure.ts';
import { markReplayed } from '../../../common/replay.ts';
import { hashOfRequest } from '../../../common/request-hash.ts';
import type { Db } from '../../../db/pool.ts';
import type { GiftLimits } from '../../../operations/gift-limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CouponOrder, Coupons } from '../../../ports/coupons.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { beginCoupon, endCoupon, markNotOrdered, markUnanswered } from './wash-coupons.store.ts';

export interface WashCouponsOptions {
  db: Db;
  clock: Clock;
  systemClock: Clock;
  coupons: Coupons | null;
  settings: ReadSetting;
  gifts: GiftLimits;
}

export type RequestedCoupon = Pick<CouponOrder, 'vendorId' | 'firstName' | 'lastName' | 'plate'>;

/** Orders wash coupons, one per invoice, regardless of caller and retries. */
export class WashCoupons {
  readonly #options: WashCouponsOptions;

  constructor(options: WashCouponsOptions) {
    this.#options = options;
  }

  /** @returns the image as a `data:` URL @throws Failure as the contract lists them */
  async request(principal: Principal, key: string, wanted: RequestedCoupon): Promise<string> {
    const { db, systemClock, coupons, settings, gifts } = this.#options;
    if (!coupons) throw new Failure(409, 'not_set_up', 'Wash coupons aren’t set up');
    requirePin(principal);
    const { vendorId } = wanted;
    const requestHash = hashOfRequest(wanted);
    const by = { principal: principal.id, key, site: siteOf(principal) };
    await this.#count(principal, wanted);
    const begun = await beginCoupon(db, { vendorId, requestHash, ...by, now: systemClock.now() });
    if (begun.kind === 'key_reused') throw keyReused();
    if (begun.kind === 'other')
      throw new Failure(409, 'coupon_exists', `A coupon was requested for invoice ${vendorId} with another name or plate`);
    if (begun.kind === 'past')
      throw new Failure(409, 'coupon_exists', `The coupon of invoice ${vendorId} is more than a year old and no longer available`);
    if (begun.kind === 'busy') throw new Failure(409, 'in_progress', 'This coupon request is in progress');
    if (begun.kind === 'made') {
      markReplayed();
      return begun.image;
    }
    const [sku, email] = await Promise.all([settings('couponSku'), settings('couponEmail')]);
    const outcome = await coupons.order({ ...wanted, employee: principal.name, sku, email }, begun.mayExist);
    if (outcome.kind === 'made') {
      await this.#keep(principal, wanted, outcome.image);
      return outcome.image;
    }
    // if an earlier request may have arrived, only a rejection by FetchApp proves that there is no coupon
    if (outcome.kind === 'unknown' || (outcome.kind === 'unavailable' && begun.mayExist)) {
      await markUnanswered(db, vendorId);
      await this.#auditUnknown(principal, wanted, outcome.reason);
      throw new Failure(503, 'outcome_unknown', 'FetchApp hasn’t confirmed the coupon', { details: { reason: outcome.reason } });
    }
    await markNotOrdered(db, vendorId);
    await gifts.withdraw('coupons', vendorId);
    if (outcome.kind === 'refused') throw new Failure(409, 'coupon_refused', outcome.reason);
    throw new Failure(503, 'fetchapp_unavailable', `${outcome.reason}. Couldn’t create the coupon.`);
  }

  /** Counts a coupon once for its invoice. @throws Failure 403 `forbidden` above a limit */
  #count(principal: Principal, { vendorId, plate }: RequestedCoupon): Promise<void> {
    const { db, gifts } = this.#options;
    const gift = { kind: 'coupons', source: vendorId, customer: null, members: { plate } } as const;
    return gifts.reportingRefusals(principal, () => db.transaction().execute((tx) => gifts.count(tx, principal, gift)));
  }

  /** Stores the image with its audit row, once, whichever of two responses comes first. */
  async #keep(principal: Principal, { vendorId, ...after }: RequestedCoupon, image: string): Promise<void> {
    const at = this.#options.clock.now();
    await this.#options.db.transaction().execute(async (tx) => {
      if (!(await endCoupon(tx, vendorId, image, at))) return;
      await writeAudit(tx, { ...auditBy(principal), action: 'coupon.requested', subject: `coupon:${vendorId}`, after, at });
    });
  }

  async #auditUnknown(principal: Principal, { vendorId, ...after }: RequestedCoupon, reason: string): Promise<void> {
    const { db, clock } = this.#options;
    const why = `FetchApp didn’t respond, so it may have been created: ${reason}`;
    await writeAudit(db, { ...auditBy(principal), action: 'coupon.requested', subject: `coupon:${vendorId}`, after, why, at: clock.now() });
  }
}

import { reasonKinds, type PriceRange } from '@washdesk/contracts/company/reference';
import type { PriceLimits } from '@washdesk/rules/plans/price-ranges';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import { activeReasons, allPriceRanges, lockedPriceRange, updatePriceRange } from './reference.store.ts';

/** Lists for screens, and the limits of prices. */
export class ReferenceService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(options: { db: Db; clock: Clock }) {
    this.#db = options.db;
    this.#clock = options.clock;
  }

  async reasons(kind: (typeof reasonKinds)[number] | null) {
    const rows = await activeReasons(this.#db, kind);
    return rows.map(({ value, text, kinds }) => ({
      reasonvalue: value,
      reasontext: text,
      kinds: reasonKinds.filter((one) => kinds.includes(one)),
    }));
  }

  priceRanges(): Promise<PriceRange[]> {
    return allPriceRanges(this.#db);
  }

  /**
   * Saves one price range; the other rows stay unchanged.
   * @throws Failure 404 `price_range_not_found`, 409 `changed_meanwhile` if it changed since the caller read it
   */
  savePriceRange(id: number, { was, ...limits }: PriceLimits & { was?: PriceLimits | undefined }, call: KeyedCall): Promise<PriceRange> {
    const at = this.#clock.now();
    return keyedChange(this.#db, call, async (tx) => {
      const before = await lockedPriceRange(tx, id);
      if (!before) throw notFound('price_range_not_found', 'Price range not found');
      refuseStale<PriceLimits>(`the range for ${before.product_class}`, { was, now: before, wanted: limits });
      const after = { ...before, ...limits };
      await updatePriceRange(tx, id, limits, call.principal.id, at);
      const change = { action: 'price-range.changed', subject: `price-range:${id}`, before, after };
      await writeAudit(tx, { ...auditBy(call.principal), ...change, at });
      return after;
    });
  }
}

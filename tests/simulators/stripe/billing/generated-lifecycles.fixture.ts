import fc from 'fast-check';
import { signUp } from './bills/bill-events.ts';
import { at } from './bills/worked-bill.ts';
import { naturalPeriod } from './calendar.ts';
import type { Create, Update } from './events.ts';
import type { Instant, Price, ProrationBehavior, TaxRate } from './model.ts';

/** Arbitrary subscriptions and changes for the property tests, like the product's: monthly, billed on the 1st. */
export const prices: fc.Arbitrary<Price> = fc
  .integer({ min: 100, max: 20_000 })
  .map((amount) => ({ id: `price_${amount}`, name: `Plan ${amount}`, amount, interval: { unit: 'month', count: 1 } }));

export const sameMonthBehaviors = fc.constantFrom<ProrationBehavior>('create_prorations', 'always_invoice');

const rates: fc.Arbitrary<TaxRate[]> = fc.uniqueArray(
  fc.integer({ min: 1, max: 150_000 }).map((tenThousandths) => ({ id: `txr_${tenThousandths}`, percentage: tenThousandths / 10_000 })),
  { maxLength: 2, selector: ({ id }) => id },
);

const moments = fc.integer({ min: at('2024-01-01 00:00'), max: at('2032-01-01 00:00') });

/** Prorated from the time of sale, or the whole month. */
export const signUps: fc.Arbitrary<Create> = fc
  .record({ moment: moments, price: prices, whole: fc.boolean(), taxRates: rates })
  .map((sale) => {
    const event = { ...signUp('2024-01-01 00:00', sale.price), at: sale.moment, taxRates: sale.taxRates };
    const month = naturalPeriod(at('2024-01-01 10:00'), sale.price.interval, sale.moment);
    return { ...event, anchor: month.end, ...(sale.whole ? { backdateStartDate: month.start } : {}) };
  });

/** Up to six changes, in order, between the sign-up and the next 1st. */
export const changesAfter = ({ at: sold, anchor = sold }: Create): fc.Arbitrary<Update[]> => changesBetween(sold, anchor - 1);

function changesBetween(min: Instant, max: Instant): fc.Arbitrary<Update[]> {
  const instants = fc.array(fc.integer({ min, max }), { maxLength: 6 }).map((each) => each.toSorted((one, other) => one - other));
  return instants.chain((ordered) => fc.tuple(...ordered.map(changeAt)));
}

export function changeAt(moment: Instant): fc.Arbitrary<Update> {
  return fc
    .record({ price: prices, quantity: fc.integer({ min: 1, max: 3 }), prorationBehavior: sameMonthBehaviors })
    .map(({ price, quantity, prorationBehavior }) => ({
      type: 'update',
      at: moment,
      items: [{ id: 'si_1', price, quantity }],
      prorationBehavior,
    }));
}

/** A sign-up with the changes of its first month. */
export const firstMonths = signUps.chain((sale) => changesAfter(sale).map((changes) => ({ sale, changes })));

/** A sign-up and one change before the next 1st. */
export const changeWithin = signUps.chain((sale) =>
  fc
    .integer({ min: sale.at, max: (sale.anchor ?? sale.at) - 1 })
    .chain((moment) => fc.record({ sale: fc.constant(sale), change: changeAt(moment) })),
);

/** A sign-up with up to six changes in its first months. */
export const lifecycles = signUps.chain((sale) => {
  const until = (sale.anchor ?? sale.at) + 150 * 86_400;
  return changesBetween(sale.at, until).map((changes) => ({ sale, changes }));
});

import { naturalPeriod } from '../billing/calendar.ts';
import type * as billing from '../billing/model.ts';
import type { Phase, PhaseDiscount, PhaseItem } from '../objects/subscription-schedule.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import { timestampOf } from './items.ts';
import { paymentMethodOf, prorationBehaviors } from './order.ts';
import { PriceBook, recurringOf } from './price-book.ts';
import { storedTaxRates, taxRatesOf } from './tax-rates.ts';

const phaseFields = [
  'default_payment_method',
  'default_tax_rates',
  'description',
  'discounts',
  'duration',
  'end_date',
  'items',
  'metadata',
  'proration_behavior',
  'start_date',
];

/** Reads the phases of a schedule, each starting when the previous one ends. @param customer the owner of the allowed payment methods */
export function readPhases(sandbox: Sandbox, prices: PriceBook, input: Input, customer: string): Phase[] {
  const sent = input.objects('phases');
  const phases: Phase[] = [];
  for (const [index, phase] of sent.entries()) {
    phase.allowOnly(phaseFields);
    const start = startOf(phase, phases.at(-1));
    const items = itemsOf(sandbox, prices, phase);
    const following = sent[index + 1];
    phases.push({
      start_date: start,
      end_date: endOf(phase, start, following) ?? onePeriodFrom(start, prices, items),
      items,
      proration_behavior: phase.choice('proration_behavior', prorationBehaviors) ?? 'create_prorations',
      metadata: mergedMetadata({}, phase),
      default_payment_method: paymentMethodOf(sandbox, phase, 'default_payment_method', customer) ?? null,
      default_tax_rates: taxRatesOf(sandbox, phase, 'default_tax_rates')?.map(({ id }) => id) ?? null,
      description: phase.text('description') || null,
      discounts: discountsOf(sandbox, phase),
    });
  }
  return phases;
}

function startOf(phase: Input, before: Phase | undefined): number {
  const sent = timestampOf(phase, 'start_date');
  if (!before) return sent ?? missing(phase, 'start_date');
  if (sent !== undefined && sent !== before.end_date) {
    throw invalidParameter(phase.param('start_date'), 'The start date of a phase must be the end date of the phase before it.');
  }
  return before.end_date;
}

/** Returns the phase's end, its duration, or the start of the next phase. */
function endOf(phase: Input, start: number, following: Input | undefined): number | undefined {
  const duration = phase.object('duration');
  const end = timestampOf(phase, 'end_date');
  if (duration && end !== undefined) {
    throw invalidParameter(phase.param('duration'), 'You may only specify one of these parameters: duration, end_date.');
  }
  const chosen = end ?? (duration ? afterDuration(start, phase) : following && timestampOf(following, 'start_date'));
  if (chosen !== undefined && chosen <= start) throw invalidParameter(phase.param('end_date'), 'A phase must end after it starts.');
  return chosen;
}

function afterDuration(start: number, phase: Input): number {
  const duration = phase.object('duration');
  if (!duration) throw missingParameter(phase.param('duration'));
  duration.allowOnly(['interval', 'interval_count']);
  const { interval, count } = intervalOf(duration);
  return naturalPeriod(start, { unit: interval, count }, start).end;
}

function intervalOf(duration: Input): Pick<ReturnType<typeof recurringOf>, 'interval' | 'count'> {
  const interval = duration.choice('interval', ['day', 'week', 'month', 'year'] as const);
  if (!interval) throw missingParameter(duration.param('interval'));
  return { interval, count: duration.integer('interval_count', { from: 1, to: 365 }) ?? 1 };
}

function onePeriodFrom(start: number, prices: PriceBook, [item]: readonly PhaseItem[]): number {
  const price = item && prices.find(item.price);
  const { interval } = price ? prices.billable(price) : { interval: { unit: 'month', count: 1 } as const };
  return naturalPeriod(start, interval, start).end;
}

/** A coupon of a phase would be redeemed when it begins, which is not modeled. */
function discountsOf({ store }: Sandbox, phase: Input): PhaseDiscount[] {
  return phase.objects('discounts').map((one) => {
    one.allowOnly(['discount']);
    const id = one.required('discount');
    if (!store.get('discount', id)) throw noSuchReference('discount', id, one.param('discount'));
    return { coupon: null, discount: id, promotion_code: null };
  });
}

/** Returns a phase's discounts in the engine's form. */
export const billedDiscounts = ({ store }: Sandbox, { discounts }: Phase): billing.Discount[] =>
  discounts.flatMap(({ discount }) => store.get('discount', discount)?.billing ?? []);

function itemsOf(sandbox: Sandbox, prices: PriceBook, phase: Input): PhaseItem[] {
  const items = phase.objects('items').map((item) => {
    item.allowOnly(['price', 'price_data', 'quantity', 'tax_rates', 'metadata']);
    const price = prices.recurring(item) ?? missing(item, 'price');
    return {
      price: price.id,
      quantity: item.integer('quantity', { from: 0, to: 999_999 }) ?? 1,
      metadata: mergedMetadata({}, item),
      taxRates: (taxRatesOf(sandbox, item, 'tax_rates') ?? []).map(({ id }) => id),
    };
  });
  return items.length > 0 ? items : missing(phase, 'items');
}

function missing(input: Input, name: string): never {
  throw missingParameter(input.param(name));
}

/** Returns a phase's changes of a subscription's items, matched by position: surplus items are removed, missing ones added. */
export function phaseChanges(
  sandbox: Sandbox,
  prices: PriceBook,
  phase: Phase,
  ids: readonly string[],
): { changes: billing.ItemChange[]; ids: string[] } {
  const kept = phase.items.map((_, index) => ids[index] ?? sandbox.newId('si'));
  const changes = phase.items.map(({ price: priceId, quantity, taxRates }, index): billing.ItemChange => {
    const price = prices.find(priceId);
    if (!price) throw new Error(`Price of a phase not found: ${priceId}`);
    const own = taxRates.length > 0 ? { taxRates: storedTaxRates(sandbox, taxRates) } : {};
    return { id: kept[index] ?? '', price: prices.billable(price), quantity, ...own };
  });
  return { changes: [...changes, ...ids.slice(kept.length).map((id) => ({ id, removed: true as const }))], ids: kept };
}

/** Returns the future phases in the engine's form. */
export function comingPhases(
  sandbox: Sandbox,
  prices: PriceBook,
  phases: readonly Phase[],
  { items, at }: { items: readonly { id: string }[]; at: number },
): billing.Schedule {
  let ids = items.map(({ id }) => id);
  const coming: billing.Phase[] = [];
  for (const phase of phases) {
    if (phase.start_date <= at) continue;
    const { changes, ids: next } = phaseChanges(sandbox, prices, phase, ids);
    ids = next;
    const taxRates = phase.default_tax_rates ? { taxRates: storedTaxRates(sandbox, phase.default_tax_rates) } : {};
    coming.push({
      start: phase.start_date,
      items: changes,
      prorationBehavior: phase.proration_behavior,
      ...taxRates,
      discounts: billedDiscounts(sandbox, phase),
    });
  }
  return { phases: coming, releasesAt: phases.at(-1)?.end_date ?? at };
}

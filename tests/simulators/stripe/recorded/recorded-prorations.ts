import { lengthOf, naturalPeriod } from '../billing/calendar.ts';
import { proratedShare } from '../billing/money.ts';
import { isObject, objectsIn } from './conversation.ts';

export interface RecordedProration {
  id: string;
  recorded: number;
  /** The billing engine's result for the same price and seconds. */
  here: number;
}

/** Returns every proration whose price is in the responses, each once. */
export function recordedProrations(answers: readonly unknown[]): RecordedProration[] {
  const prices = new Map<string, Record<string, unknown>>();
  const lines = new Map<string, Record<string, unknown>>();
  for (const each of objectsIn(answers)) {
    if (each['object'] === 'price') prices.set(String(each['id']), each);
    if (each['object'] === 'line_item') lines.set(String(each['id']), each);
  }
  const found = new Map<string, RecordedProration>();
  for (const each of objectsIn(answers)) {
    const price = isProration(each) ? prices.get(String(priceIdOf(each))) : undefined;
    const recurring = price && isObject(price['recurring']) ? price['recurring'] : undefined;
    const period = each['period'];
    if (!price || !recurring || !isObject(period)) continue;
    const [start, end] = [Number(period['start']), Number(period['end'])];
    const interval = { unit: recurring['interval'] as 'month', count: Number(recurring['interval_count']) };
    const natural = creditedLength(each, lines) ?? lengthOf(naturalPeriod(end, interval, end - 1));
    const recorded = Number(each['amount']);
    const whole = Number(price['unit_amount']) * Number(each['quantity']) * (recorded < 0 ? -1 : 1);
    found.set(String(each['id']), { id: String(each['id']), recorded, here: proratedShare(whole, end - start, natural) });
  }
  return [...found.values()];
}

/** Returns the billed seconds that a credit reverses. A month that ends on its last day may have started on a later day. */
function creditedLength(each: Record<string, unknown>, lines: ReadonlyMap<string, Record<string, unknown>>): number | undefined {
  const { credited_items: credited } = prorationDetailsOf(each);
  const [id] = isObject(credited) && Array.isArray(credited['invoice_line_items']) ? credited['invoice_line_items'] : [];
  const line = lines.get(String(id));
  const period = line && !isProration(line) ? line['period'] : undefined;
  return isObject(period) ? Number(period['end']) - Number(period['start']) : undefined;
}

function prorationDetailsOf({ parent, proration_details: own }: Record<string, unknown>): Record<string, unknown> {
  const item = isObject(parent) ? parent['subscription_item_details'] : undefined;
  const details = isObject(item) ? item['proration_details'] : own;
  return isObject(details) ? details : {};
}

function isProration(each: Record<string, unknown>): boolean {
  if (each['object'] !== 'line_item' && each['object'] !== 'invoiceitem') return false;
  const parent = isObject(each['parent']) ? each['parent']['subscription_item_details'] : undefined;
  return each['proration'] === true || (isObject(parent) && parent['proration'] === true);
}

/** Older versions contain the whole price, newer ones its id. */
function priceIdOf({ price, pricing }: Record<string, unknown>): unknown {
  if (isObject(price)) return price['id'];
  const details = isObject(pricing) ? pricing['price_details'] : undefined;
  return isObject(details) ? details['price'] : undefined;
}

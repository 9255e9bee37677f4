import { announceChange } from '../announce.ts';
import { naturalPeriod } from '../billing/calendar.ts';
import { runs } from '../billing/discounts.ts';
import type * as billing from '../billing/model.ts';
import type { Calendar } from '../clock.ts';
import type { Coupon } from '../objects/coupon.ts';
import type { Customer } from '../objects/customer.ts';
import type { Discount } from '../objects/discount.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

/** A discount of a request: of a coupon that is redeemed once the request succeeds, or an existing one. */
export interface WantedDiscount {
  billing: billing.Discount;
  coupon: Coupon | null;
}

/** Reads `discounts`. Undefined if omitted or an empty array, which changes nothing; empty if cleared. */
export function discountsOf(sandbox: Sandbox, input: Input): WantedDiscount[] | undefined {
  if (input.cleared('discounts')) return [];
  const sent = input.objects('discounts');
  return sent.length === 0 ? undefined : sent.map((one) => wantedDiscount(sandbox, one));
}

function wantedDiscount(sandbox: Sandbox, input: Input): WantedDiscount {
  input.allowOnly(['coupon', 'discount']);
  const id = input.text('discount');
  if (id !== undefined) {
    const present = sandbox.store.get('discount', id);
    if (!present) throw noSuchReference('discount', id, input.param('discount'));
    return { billing: present.billing, coupon: null };
  }
  const coupon = couponOf(sandbox, input.text('coupon'), input.param('coupon'));
  return { billing: billedDiscount(sandbox, coupon), coupon };
}

function couponOf({ store }: Sandbox, id: string | undefined, param: string): Coupon {
  if (id === undefined) throw missingParameter(param);
  const coupon = store.get('coupon', id);
  if (!coupon) throw noSuchReference('coupon', id, param);
  if (!coupon.valid) throw invalidParameter(param, `Coupon ${id} is not valid.`);
  return coupon;
}

function billedDiscount(sandbox: Sandbox, { amount_off, percent_off, duration, duration_in_months: months }: Coupon): billing.Discount {
  const now = sandbox.now();
  return {
    id: sandbox.newId('di'),
    percentOff: percent_off,
    amountOff: amount_off,
    once: duration === 'once',
    endsAt: duration === 'repeating' ? naturalPeriod(now, { unit: 'month', count: months ?? 1 }, now).end : null,
  };
}

interface Owner {
  customer: string;
  subscription: string | null;
}

/** Stores the discounts of the coupons that a request redeemed. */
export function redeemCoupons(sandbox: Sandbox, wanted: readonly WantedDiscount[] | undefined, owner: Owner): void {
  for (const { billing: terms, coupon } of wanted ?? []) {
    if (!coupon) continue;
    const { id, endsAt: end } = terms;
    const redeemed: Discount = {
      id,
      object: 'discount',
      checkout_session: null,
      customer: owner.customer,
      customer_account: null,
      end,
      invoice: null,
      invoice_item: null,
      promotion_code: null,
      source: { coupon: coupon.id, type: 'coupon' },
      start: sandbox.now(),
      subscription: owner.subscription,
      subscription_item: null,
      billing: terms,
    };
    sandbox.store.put(redeemed);
    const times = (sandbox.store.get('coupon', coupon.id)?.times_redeemed ?? 0) + 1;
    const valid = coupon.max_redemptions === null || times < coupon.max_redemptions;
    sandbox.store.put({ ...coupon, times_redeemed: times, valid });
    sandbox.emit('customer.discount.created', id);
  }
}

/** Emits the events of the discounts that are gone. */
export function announceGone(sandbox: Sandbox, before: readonly { id: string }[] = [], after: readonly { id: string }[] = []): void {
  for (const { id } of before) if (!after.some((each) => each.id === id)) sandbox.emit('customer.discount.deleted', id);
}

/** Gives a customer a coupon, as a person does in the Dashboard: this API version has no parameter for it. */
export function giveCustomerCoupon(sandbox: Sandbox, { customer: id, coupon: couponId }: { customer: string; coupon: string }): void {
  const customer = sandbox.store.get('customer', id);
  if (!customer) throw new Error(`Customer not found: ${id}`);
  const coupon = couponOf(sandbox, couponId, 'coupon');
  const wanted = { billing: billedDiscount(sandbox, coupon), coupon };
  redeemCoupons(sandbox, [wanted], { customer: id, subscription: null });
  announceChange(sandbox, customer, { ...customer, discount: wanted.billing.id }, 'customer.updated');
}

export function takeCustomerDiscount(sandbox: Sandbox, customer: Customer): void {
  const { discount } = customer;
  if (discount === null) return;
  announceChange(sandbox, customer, { ...customer, discount: null }, 'customer.updated');
  sandbox.emit('customer.discount.deleted', discount);
}

/** Removes a subscription's discounts; the customer's applies then. */
export function takeDiscounts(sandbox: Sandbox, subscription: Subscription, kept: readonly billing.Discount[] = []): void {
  const after = { ...subscription, billing: { ...subscription.billing, discounts: kept } };
  announceChange(sandbox, subscription, after, 'customer.subscription.updated');
  announceGone(sandbox, subscription.billing.discounts, kept);
}

/** Returns the discount of a customer for the billing engine. */
export const discountOfCustomer = ({ store }: Sandbox, { discount }: Partial<Customer>): billing.Discount | null =>
  (discount ? store.get('discount', discount)?.billing : undefined) ?? null;

/** Removes discounts when they end. */
export function discountCalendar(sandbox: Sandbox): Calendar {
  const ends = new Map<string, number>();
  const follow = ({ id, end }: Discount): void => void (end === null ? ends.delete(id) : ends.set(id, end));
  for (const discount of sandbox.store.list('discount')) follow(discount);
  sandbox.store.onChange((change) => {
    if ('object' in change && change.object === 'discount') follow(change);
  });
  return {
    nextDue: () => (ends.size === 0 ? undefined : Math.min(...ends.values())),
    run(at) {
      for (const [id, end] of ends) {
        if (end > at) continue;
        ends.delete(id);
        endDiscount(sandbox, id, at);
      }
    },
  };
}

function endDiscount(sandbox: Sandbox, id: string, at: number): void {
  const ended = sandbox.store.get('discount', id);
  const subscription = ended?.subscription ? sandbox.store.get('subscription', ended.subscription) : undefined;
  const present = subscription?.billing.discounts ?? [];
  if (subscription && present.some((each) => each.id === id)) {
    takeDiscounts(
      sandbox,
      subscription,
      present.filter((each) => runs(each, at)),
    );
  }
  const customer = ended && sandbox.store.get('customer', ended.customer);
  if (customer?.discount === id) takeCustomerDiscount(sandbox, customer);
}

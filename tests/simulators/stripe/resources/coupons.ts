import { announceNew } from '../announce.ts';
import type { Coupon } from '../objects/coupon.ts';
import { discountView, type Discount } from '../objects/discount.ts';
import { createOperation, listOperation, retrieveOperation, updateOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { takeCustomerDiscount, takeDiscounts } from '../subscribe/discounts.ts';
import { dollarsOnly } from '../subscribe/price-book.ts';
import { alreadyExists, invalidParameter, missingParameter, noSuch } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import type { WireObject } from '../wire/wire-object.ts';

const path = '/v1/coupons';

function create(sandbox: Sandbox, input: Input): Coupon {
  const percentOff = percentOf(input);
  const amountOff = input.integer('amount_off', { from: 1 }) ?? null;
  if ((percentOff === null) === (amountOff === null)) throw missingParameter('percent_off');
  if (amountOff !== null) dollarsOnly(input);
  const duration = input.choice('duration', ['forever', 'once', 'repeating'] as const) ?? 'once';
  const months = input.integer('duration_in_months', { from: 1, to: 600 }) ?? null;
  if ((duration === 'repeating') !== (months !== null))
    throw invalidParameter('duration_in_months', 'You can only pass duration_in_months if duration is repeating.');
  const id = input.text('id');
  if (id !== undefined && sandbox.store.get('coupon', id)) throw alreadyExists('Coupon');
  const coupon: Coupon = {
    id: id ?? sandbox.newId('coupon').slice('coupon_'.length),
    object: 'coupon',
    amount_off: amountOff,
    created: sandbox.now(),
    currency: amountOff === null ? null : 'usd',
    duration,
    duration_in_months: months,
    livemode: false,
    max_redemptions: input.integer('max_redemptions', { from: 1 }) ?? null,
    metadata: mergedMetadata({}, input),
    name: input.text('name') || null,
    percent_off: percentOff,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  };
  announceNew(sandbox, coupon, 'coupon.created');
  return coupon;
}

function percentOf(input: Input): number | null {
  const text = input.text('percent_off');
  if (text === undefined) return null;
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text) || Number(text) > 100 || Number(text) === 0)
    throw invalidParameter('percent_off', `Invalid percent_off: ${text}; must be greater than 0 and at most 100`);
  return Number(text);
}

/** DELETE of the discounts of a subscription or of a customer: a tombstone of the last one. */
function removal(of: 'customer' | 'subscription', take: (sandbox: Sandbox, id: string) => string | null): Operation {
  return {
    method: 'DELETE',
    path: `/v1/${of}s/:id/discount`,
    parameters: [],
    run(sandbox, { path: { id = '' } }) {
      const taken = take(sandbox, id);
      const discount = taken === null ? undefined : sandbox.store.get('discount', taken);
      if (!discount) throw noSuch('discount', id);
      return deletedView(discount);
    },
  };
}

function deletedView(discount: Discount): WireObject {
  const { end: _end, ...shown } = discountView(discount);
  return { ...shown, deleted: true };
}

export const couponOperations: readonly Operation[] = [
  listOperation({
    kind: 'coupon',
    path,
    filters: ['created'],
    where(input) {
      const created = input.range('created');
      return (coupon) => created(coupon.created);
    },
  }),
  retrieveOperation('coupon', path),
  createOperation(
    path,
    ['amount_off', 'currency', 'duration', 'duration_in_months', 'id', 'max_redemptions', 'metadata', 'name', 'percent_off'],
    create,
  ),
  updateOperation(
    'coupon',
    path,
    ['metadata', 'name'],
    (coupon, input) => ({ metadata: mergedMetadata(coupon.metadata, input), name: input.text('name') ?? coupon.name }),
    { event: 'coupon.updated' },
  ),
  removal('subscription', (sandbox, id) => {
    const subscription = sandbox.store.get('subscription', id);
    if (subscription) takeDiscounts(sandbox, subscription);
    return subscription?.billing.discounts?.at(-1)?.id ?? null;
  }),
  removal('customer', (sandbox, id) => {
    const customer = sandbox.store.get('customer', id);
    if (customer) takeCustomerDiscount(sandbox, customer);
    return customer?.discount ?? null;
  }),
];

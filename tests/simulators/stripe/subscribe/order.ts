import { anchorOn } from '../billing/calendar.ts';
import type { Create } from '../billing/events.ts';
import type { ProrationBehavior } from '../billing/model.ts';
import type { AnchorConfig, SubscriptionItem } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter, noSuch } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import { accountOf } from './account.ts';
import { discountsOf, type WantedDiscount } from './discounts.ts';
import { addedItems, newItems, timestampOf } from './items.ts';
import type { PriceBook } from './price-book.ts';
import { daysUntilDueOf } from './sent-invoices.ts';
import { taxRatesOf } from './tax-rates.ts';

export const prorationBehaviors: readonly ProrationBehavior[] = ['always_invoice', 'create_prorations', 'none'];

/** `pending_if_incomplete` is not modeled. */
export const paymentBehaviors = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;
export type PaymentBehavior = (typeof paymentBehaviors)[number];

export const orderFields = [
  'add_invoice_items',
  'backdate_start_date',
  'billing_cycle_anchor',
  'billing_cycle_anchor_config',
  'billing_mode',
  'cancel_at',
  'collection_method',
  'currency',
  'customer',
  'days_until_due',
  'default_payment_method',
  'default_tax_rates',
  'description',
  'discounts',
  'items',
  'metadata',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'trial_end',
  'trial_period_days',
];

export interface Order {
  customer: string;
  event: Create;
  items: SubscriptionItem[];
  anchorConfig: AnchorConfig | null;
  defaultPaymentMethod: string | null;
  description: string | null;
  discounts: WantedDiscount[] | undefined;
  metadata: Record<string, string>;
  paymentBehavior: PaymentBehavior;
  /** Whether the cardholder is absent and cannot authenticate. */
  offSession: boolean;
}

/** Reads the parameters of a new subscription. @throws StripeFault for values that Stripe rejects or the engine does not model */
export function readOrder(sandbox: Sandbox, prices: PriceBook, input: Input): Order {
  const customer = customerOf(sandbox, input);
  refuseOtherModes(input);
  const at = sandbox.now();
  const wanted = newItems(sandbox, prices, input);
  const anchorConfig = anchorConfigOf(input, at);
  const discounts = discountsOf(sandbox, input);
  const event: Create = {
    type: 'create',
    at,
    items: wanted.map(({ change }) => change),
    anchor: anchorConfig ? anchorOf(anchorConfig, at) : timestampOf(input, 'billing_cycle_anchor'),
    trialEnd: trialEndOf(input, at),
    backdateStartDate: timestampOf(input, 'backdate_start_date'),
    cancelAt: timestampOf(input, 'cancel_at'),
    daysUntilDue: daysUntilDueOf(input) ?? undefined,
    prorationBehavior: input.choice('proration_behavior', prorationBehaviors),
    addInvoiceItems: addedItems(sandbox, prices, input, 'add_invoice_items'),
    taxRates: taxRatesOf(sandbox, input, 'default_tax_rates') ?? [],
    ...(discounts && { discounts: discounts.map(({ billing }) => billing) }),
    customer: accountOf(sandbox, customer),
  };
  return {
    customer,
    event,
    items: wanted.map(({ own }) => own),
    anchorConfig,
    defaultPaymentMethod: paymentMethodOf(sandbox, input, 'default_payment_method', customer) ?? null,
    description: input.text('description') || null,
    discounts,
    metadata: mergedMetadata({}, input),
    offSession: input.boolean('off_session') ?? false,
    paymentBehavior: input.choice('payment_behavior', paymentBehaviors) ?? 'allow_incomplete',
  };
}

function customerOf({ store }: Sandbox, input: Input): string {
  const id = input.required('customer');
  // real Stripe responds as if the customer were in the path
  if (!store.get('customer', id)) throw noSuch('customer', id, 'customer');
  return id;
}

/** Reads one of the customer's payment methods. @returns undefined if omitted */
export function paymentMethodOf({ store }: Sandbox, input: Input, name: string, customer: string): string | undefined {
  const id = input.text(name);
  if (!id) return undefined;
  if (store.get('payment_method', id)?.customer === customer) return id;
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
  throw invalidParameter(input.param(name), message);
}

/** `now` and `unchanged` mean no trial for a new subscription. */
export function trialEndOf(input: Input, at: number): number | undefined {
  const days = input.integer('trial_period_days', { from: 0, to: 730 });
  if (days) return at + days * 86_400;
  if (input.text('trial_end') === 'now') return undefined;
  return timestampOf(input, 'trial_end');
}

/** Omitted hours, minutes and seconds default to the current ones. */
export function anchorConfigOf(input: Input, at: number): AnchorConfig | null {
  const config = input.object('billing_cycle_anchor_config');
  if (!config) return null;
  if (input.has('billing_cycle_anchor')) {
    throw invalidParameter(
      config.param('day_of_month'),
      'You may only specify one of billing_cycle_anchor and billing_cycle_anchor_config.',
    );
  }
  config.allowOnly(['day_of_month', 'hour', 'minute', 'second']);
  const now = new Date(at * 1000);
  const day = config.integer('day_of_month', { from: 1, to: 31 });
  if (day === undefined) throw missingParameter(config.param('day_of_month'));
  return {
    day_of_month: day,
    hour: config.integer('hour', { from: 0, to: 23 }) ?? now.getUTCHours(),
    minute: config.integer('minute', { from: 0, to: 59 }) ?? (config.has('hour') ? 0 : now.getUTCMinutes()),
    month: null,
    second: config.integer('second', { from: 0, to: 59 }) ?? (config.has('hour') ? 0 : now.getUTCSeconds()),
  };
}

/** Returns the first occurrence of an anchor. */
export function anchorOf({ day_of_month, hour, minute, second }: AnchorConfig, at: number): number {
  return anchorOn({ dayOfMonth: day_of_month, hour, minute, second }, at);
}

/** Rejects modes that the company never uses. Modeled are dollars in flexible billing mode. */
export function refuseOtherModes(input: Input): void {
  input.choice('currency', ['usd']);
  const mode = input.object('billing_mode');
  mode?.allowOnly(['type', 'flexible']);
  mode?.choice('type', ['flexible']);
  const flexible = mode?.object('flexible');
  flexible?.allowOnly(['proration_discounts']);
  flexible?.choice('proration_discounts', ['included']);
}

import type { Update } from '../billing/events.ts';
import type * as billing from '../billing/model.ts';
import { attemptPayment, paymentMethodFor } from '../invoicing/attempt.ts';
import { issueInvoice, periodUntil } from '../invoicing/issue.ts';
import { collect, type Collection } from '../money/collect.ts';
import { invoiceId } from '../objects/invoice-ids.ts';
import type { CancellationDetails, Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import { billFor } from './account.ts';
import { pauseOf } from './collection-pauses.ts';
import { noPaymentMethod, refuseAuthentication } from './create.ts';
import { discountsOf, redeemCoupons } from './discounts.ts';
import { changedItems, timestampOf } from './items.ts';
import { paymentMethodOf, prorationBehaviors, refuseOtherModes } from './order.ts';
import { PriceBook } from './price-book.ts';
import { runDue } from './run-due.ts';
import { daysUntilDueOf } from './sent-invoices.ts';
import { storeSubscription } from './store-subscription.ts';
import { taxRatesOf } from './tax-rates.ts';

/** The other two leave an invoice for a person to confirm, which is not modeled for a change. */
const paymentBehaviors = ['allow_incomplete', 'error_if_incomplete'] as const;

const endedFields = ['expand', 'metadata', 'cancellation_details'];

export const updateFields = [
  'billing_cycle_anchor',
  'cancel_at',
  'cancel_at_period_end',
  'cancellation_details',
  'collection_method',
  'days_until_due',
  'default_payment_method',
  'default_tax_rates',
  'description',
  'discounts',
  'items',
  'metadata',
  'off_session',
  'pause_collection',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
];

/** Handles POST to a subscription. @throws StripeFault for an invalid change; CardFault 402 if a card must pay first and is declined */
export function updateSubscription(sandbox: Sandbox, id: string, input: Input): Subscription {
  const at = sandbox.now();
  const subscription = runDue(sandbox, id, at);
  if (subscription.ended_at !== null) refuseEnded(input);
  if (subscription.schedule !== null) refuseManaged(subscription.schedule, input);
  refuseOtherModes(input);
  const offSession = input.boolean('off_session') ?? false;
  const anchor = input.object('billing_cycle_anchor');
  anchor?.allowOnly(['type']);
  anchor?.choice('type', ['unchanged']);
  const prices = new PriceBook(sandbox);
  const { changes, items } = changedItems(sandbox, prices, input, subscription);
  const discounts = discountsOf(sandbox, input);
  const event: Update = {
    type: 'update',
    at,
    items: changes,
    prorationBehavior: input.choice('proration_behavior', prorationBehaviors),
    prorationDate: timestampOf(input, 'proration_date'),
    taxRates: taxRatesOf(sandbox, input, 'default_tax_rates'),
    cancelAtPeriodEnd: input.boolean('cancel_at_period_end'),
    cancelAt: cancelAtOf(input, subscription.billing),
    daysUntilDue: daysUntilDueOf(input, subscription.billing.daysUntilDue),
    discounts: discounts?.map(({ billing }) => billing),
    trialEnd: timestampOf(input, 'trial_end'),
  };
  if (event.trialEnd !== undefined && changes.length > 0) throw invalidParameter('trial_end', 'A trial with changed items is not modeled.');
  const more: Partial<Subscription> = {
    items,
    metadata: mergedMetadata(subscription.metadata, input),
    default_payment_method: input.cleared('default_payment_method')
      ? null
      : (paymentMethodOf(sandbox, input, 'default_payment_method', subscription.customer) ?? subscription.default_payment_method),
    description: input.has('description') ? input.text('description') || null : subscription.description,
    pause_collection: pauseOf(sandbox, input, subscription),
  };
  const details = cancellationDetailsOf(subscription.cancellation_details, input);
  if (subscription.ended_at !== null)
    return storeSubscription(sandbox, subscription, subscription.billing, { ...more, cancellation_details: details });
  const paidFirst = input.choice('payment_behavior', paymentBehaviors) === 'error_if_incomplete';
  const changed = applyUpdate(sandbox, { ...subscription, cancellation_details: details }, { event, more, prices, paidFirst, offSession });
  redeemCoupons(sandbox, discounts, { customer: changed.customer, subscription: id });
  return changed;
}

/** Reads `cancel_at`: a time, the end of the first or last current period, or empty for no chosen end. */
export function cancelAtOf(input: Input, { items }: billing.Subscription): number | null | undefined {
  if (input.cleared('cancel_at')) return null;
  if (input.boolean('cancel_at_period_end') && input.has('cancel_at'))
    throw invalidParameter('cancel_at', 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  const ends = items.map(({ period }) => period.end);
  const sent = input.text('cancel_at');
  if (sent === 'min_period_end') return Math.min(...ends);
  return sent === 'max_period_end' ? Math.max(...ends) : timestampOf(input, 'cancel_at');
}

export interface Change {
  event: Update;
  more: Partial<Subscription>;
  prices: PriceBook;
  /** `error_if_incomplete`: the card is charged before anything changes. */
  paidFirst: boolean;
  /** Whether the cardholder is absent and cannot authenticate. */
  offSession: boolean;
}

/** Bills the change. @throws CardFault 402 if the required payment failed */
export function applyUpdate(
  sandbox: Sandbox,
  subscription: Subscription,
  { event, more, prices, paidFirst, offSession }: Change,
): Subscription {
  const { subscription: state, invoices } = billFor(sandbox, subscription.customer, subscription.billing, event);
  const [billed] = invoices;
  const collection = billed && paidFirst ? beforehand(sandbox, { ...subscription, ...more }, billed, offSession) : undefined;
  prices.keep();
  const before = sandbox.store.get('subscription', subscription.id) ?? subscription;
  const latest = billed ? { latest_invoice: invoiceId(subscription.id, billed.number) } : {};
  const kept = storeSubscription(sandbox, before, state, {
    ...more,
    ...latest,
    cancellation_details: reasoned(subscription.cancellation_details, state),
  });
  if (billed) {
    const period = periodUntil(before.billing, event.at);
    const invoice = issueInvoice(sandbox, kept, billed, { period, prorationDate: event.prorationDate ?? event.at });
    if (collection) attemptPayment(sandbox, invoice, { automatic: true, collection });
  }
  return runDue(sandbox, subscription.id, event.at);
}

function beforehand(sandbox: Sandbox, subscription: Subscription, billed: billing.Invoice, offSession: boolean): Collection | undefined {
  if (billed.amountDue === 0 || subscription.billing.daysUntilDue != null) return undefined;
  const { customer, id } = subscription;
  const bills = { subscription: id, metadata: {}, prorationDate: null };
  const paymentMethod = subscription.default_payment_method ?? paymentMethodFor(sandbox, { default_payment_method: null, bills, customer });
  if (paymentMethod === null) throw noPaymentMethod();
  if (!offSession) refuseAuthentication(sandbox, paymentMethod);
  const collection = collect(sandbox, { customer, amount: billed.amountDue, paymentMethod, description: 'Subscription update' });
  if (collection.declined) throw collection.declined;
  return collection;
}

const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

/** Returns the cancellation details; empty texts clear a field. */
export function cancellationDetailsOf(present: CancellationDetails, input: Input): CancellationDetails {
  const details = input.object('cancellation_details');
  if (!details) return present;
  details.allowOnly(['comment', 'feedback']);
  const feedback = details.cleared('feedback') ? null : details.choice('feedback', feedbacks);
  return {
    ...present,
    comment: details.has('comment') ? details.text('comment') || null : present.comment,
    feedback: feedback === undefined ? present.feedback : feedback,
  };
}

function reasoned(details: CancellationDetails, { canceledAt }: billing.Subscription): CancellationDetails {
  return { ...details, reason: canceledAt === null ? null : 'cancellation_requested' };
}

function refuseEnded(input: Input): void {
  const other = input.names().find((name) => !endedFields.includes(name));
  if (other === undefined) return;
  throw new StripeFault(400, 'A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  });
}

/** Under a schedule, items may be changed, although its next phase overrides them; the end of the subscription may not. */
function refuseManaged(schedule: string, input: Input): void {
  const name = ['cancel_at', 'cancel_at_period_end'].find((each) => input.has(each));
  if (name === undefined) return;
  throw invalidParameter(
    name,
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  );
}

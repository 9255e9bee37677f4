import { announceNew } from '../announce.ts';
import { bill } from '../billing/engine.ts';
import type * as billing from '../billing/model.ts';
import { behaviourOf, type Behaviour } from '../cards/behaviours.ts';
import { attemptPayment, collectFor, awaitAuthentication, linkIntent } from '../invoicing/attempt.ts';
import { issueInvoice } from '../invoicing/issue.ts';
import { collect, type Collection } from '../money/collect.ts';
import { invoiceId } from '../objects/invoice-ids.ts';
import type { Invoice } from '../objects/invoice.ts';
import { fieldsOf, type Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import { refusing } from './account.ts';
import { announceGone, redeemCoupons } from './discounts.ts';
import type { Order } from './order.ts';
import type { PriceBook } from './price-book.ts';
import { runDue } from './run-due.ts';
import { storeBalance } from './store-subscription.ts';

/**
 * Creates a subscription and bills its first invoice. If the card is declined, it is incomplete or, with `error_if_incomplete`, not
 * created.
 * @throws CardFault 402 in the latter case
 */
export function createSubscription(sandbox: Sandbox, prices: PriceBook, order: Order): Subscription {
  const { subscription: state, invoices } = refusing(() => bill(null, order.event));
  const [first] = invoices;
  const collection = first && beforehand(sandbox, order, first);
  prices.keep();
  const subscription = newSubscription(sandbox, order, state, first);
  redeemCoupons(sandbox, order.discounts, { customer: order.customer, subscription: subscription.id });
  announceNew(sandbox, subscription, 'customer.subscription.created');
  announceGone(sandbox, order.event.discounts, state.discounts);
  storeBalance(sandbox, subscription);
  const invoice = first && issueInvoice(sandbox, subscription, first);
  if (invoice && collection) attemptPayment(sandbox, invoice, { automatic: true, collection });
  else if (invoice?.status === 'open' && order.event.daysUntilDue === undefined) payFirst(sandbox, invoice, order);
  return runDue(sandbox, subscription.id, order.event.at);
}

function newSubscription(sandbox: Sandbox, order: Order, state: billing.Subscription, first: billing.Invoice | undefined): Subscription {
  const id = sandbox.newId('sub');
  return {
    id,
    object: 'subscription',
    ...fieldsOf({ ...state, customer: { ...state.customer, waiting: [] } }),
    billing_cycle_anchor_config: order.anchorConfig,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    customer: order.customer,
    default_payment_method: order.defaultPaymentMethod,
    description: order.description,
    items: order.items,
    latest_invoice: first ? invoiceId(id, first.number) : null,
    metadata: order.metadata,
    pause_collection: null,
    schedule: null,
  };
}

/** Charges the card before anything is created. */
function beforehand(
  sandbox: Sandbox,
  { customer, defaultPaymentMethod, event, paymentBehavior, offSession }: Order,
  first: billing.Invoice,
): Collection | undefined {
  if (first.amountDue === 0 || paymentBehavior === 'default_incomplete' || event.daysUntilDue !== undefined) return undefined;
  const ofCustomer = sandbox.store.get('customer', customer)?.invoice_settings.default_payment_method ?? null;
  const paymentMethod = defaultPaymentMethod ?? ofCustomer;
  if (paymentMethod === null) throw noPaymentMethod();
  if (paymentBehavior === 'allow_incomplete') return undefined;
  if (!offSession) refuseAuthentication(sandbox, paymentMethod);
  const collection = collect(sandbox, { customer, amount: first.amountDue, paymentMethod, description: 'Subscription creation' });
  if (collection.declined) throw collection.declined;
  return collection;
}

/** Charges immediately, or leaves the intent for a person to confirm. */
function payFirst(sandbox: Sandbox, invoice: Invoice, { paymentBehavior, offSession }: Order): void {
  if (paymentBehavior !== 'default_incomplete') return void attemptPayment(sandbox, invoice, { automatic: true, offSession });
  awaitAuthentication(sandbox, invoice, false);
  linkIntent(sandbox, invoice, collectFor(sandbox, invoice, { paymentMethod: null }).paymentIntent.id);
}

/** A payment required first cannot wait for the cardholder. @throws StripeFault 402 if the card requires authentication */
export function refuseAuthentication(sandbox: Sandbox, paymentMethod: string): void {
  const method = sandbox.store.get('payment_method', paymentMethod);
  const { needsAuthentication = false }: Behaviour = method ? behaviourOf(method.behaviour) : {};
  if (!needsAuthentication) return;
  throw new StripeFault(
    402,
    'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
    { type: 'card_error', code: 'subscription_payment_intent_requires_action' },
  );
}

export function noPaymentMethod(): StripeFault {
  return new StripeFault(
    400,
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );
}

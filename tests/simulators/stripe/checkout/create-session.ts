import { announceNew } from '../announce.ts';
import { makeSetupIntent } from '../objects/setup-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { anchorOf } from '../subscribe/order.ts';
import { previewInvoice } from '../subscribe/preview.ts';
import { invalidParameter, missingParameter, noSuchReference, StripeFault } from '../wire/errors.ts';
import type { FormObject } from '../wire/form.ts';
import { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import type { CheckoutSession, Mode, OrderedItem, SubscriptionTerms } from './session.ts';
import { termsOf } from './terms.ts';

export const sessionFields = [
  'mode',
  'ui_mode',
  'line_items',
  'subscription_data',
  'setup_intent_data',
  'customer',
  'customer_email',
  'client_reference_id',
  'success_url',
  'cancel_url',
  'metadata',
  'phone_number_collection',
  'currency',
  'expires_at',
  'locale',
];

const longestSeconds = 86_400;
/** Of Stripe's locales those of North America. */
const locales = ['auto', 'en', 'es', 'es-419', 'fr', 'fr-CA'] as const;

/** Creates a session of mode subscription or setup with a hosted page. */
export function createSession(sandbox: Sandbox, input: Input): CheckoutSession {
  const mode = modeOf(input);
  input.choice('ui_mode', ['hosted_page'] as const);
  const customer = customerOf(sandbox, input);
  const sells = mode === 'subscription';
  const lines = sells ? linesOf(sandbox, input) : [];
  const terms = termsOf(sandbox, input.object('subscription_data'));
  const due = sells ? dueToday(sandbox, customer, lines, terms) : null;
  const session: CheckoutSession = {
    id: sandbox.newId('cs_test'),
    object: 'checkout.session',
    mode,
    created: sandbox.now(),
    expires_at: expiryOf(sandbox, input),
    status: 'open',
    payment_status: sells ? 'unpaid' : 'no_payment_required',
    customer,
    customer_email: input.text('customer_email') ?? null,
    customerDetails: null,
    client_reference_id: input.text('client_reference_id') ?? null,
    metadata: mergedMetadata({}, input),
    success_url: input.required('success_url'),
    cancel_url: input.text('cancel_url') ?? null,
    locale: input.choice('locale', locales) ?? null,
    phoneNumber: input.object('phone_number_collection')?.boolean('enabled') ?? false,
    lines,
    terms,
    currency: currencyOf(input, mode),
    amount_subtotal: due && due.subtotal,
    amount_total: due && due.total,
    amountTax: due ? due.total - due.subtotal : 0,
    subscription: null,
    invoice: null,
    setup_intent: sells ? null : newSetupIntent(sandbox, customer, input),
  };
  sandbox.store.put(session);
  return session;
}

function modeOf(input: Input): Mode {
  const mode = input.choice('mode', ['payment', 'setup', 'subscription'] as const);
  if (mode === undefined) throw missingParameter('mode');
  if (mode === 'payment') throw invalidParameter('mode', 'The Stripe simulator only supports the modes setup and subscription.');
  return mode;
}

function customerOf({ store }: Sandbox, input: Input): string | null {
  const customer = input.text('customer');
  if (customer === undefined) return null;
  if (input.has('customer_email'))
    throw invalidParameter('customer_email', 'You may only specify one of these parameters: customer, customer_email.');
  if (!store.get('customer', customer)) throw noSuchReference('customer', customer, 'customer');
  return customer;
}

function currencyOf(input: Input, mode: Mode): string | null {
  const currency = input.choice('currency', ['usd'] as const);
  if (mode === 'setup' && currency === undefined) throw missingParameter('currency');
  return mode === 'subscription' ? 'usd' : (currency ?? null);
}

function expiryOf(sandbox: Sandbox, input: Input): number {
  const now = sandbox.now();
  return input.integer('expires_at', { from: now + 1_800, to: now + longestSeconds }) ?? now + longestSeconds;
}

function linesOf({ store, newId }: Sandbox, input: Input): OrderedItem[] {
  const lines = input.objects('line_items');
  if (lines.length === 0) throw missingParameter('line_items');
  return lines.map((line) => {
    line.allowOnly(['price', 'quantity', 'tax_rates']);
    const price = line.required('price');
    if (!store.get('price', price)) throw noSuchReference('price', price, line.param('price'));
    return { id: newId('li'), price, quantity: line.integer('quantity', { from: 1, to: 999_999 }) ?? 1, taxRates: line.texts('tax_rates') };
  });
}

/** Calculated as if the subscription started now. */
function dueToday(
  sandbox: Sandbox,
  customer: string | null,
  lines: readonly OrderedItem[],
  terms: SubscriptionTerms,
): { subtotal: number; total: number } {
  const details = { items: lines.map(itemForm), ...previewTerms(sandbox, terms) };
  const payer: FormObject = customer === null ? { customer_details: { tax_exempt: 'none' } } : { customer };
  try {
    return previewInvoice(sandbox, new Input({ ...payer, subscription_details: details }));
  } catch (error) {
    const nothing = error instanceof StripeFault && error.details.code === 'invoice_upcoming_none';
    if (nothing) return { subtotal: 0, total: 0 };
    throw error;
  }
}

function itemForm({ price, quantity, taxRates }: OrderedItem): FormObject {
  return { price, quantity: String(quantity), ...(taxRates.length > 0 ? { tax_rates: taxRates } : {}) };
}

function previewTerms({ now }: Sandbox, terms: SubscriptionTerms): FormObject {
  const config = terms.billing_cycle_anchor_config;
  const anchor = config ? anchorOf(config, now()) : terms.billing_cycle_anchor;
  const trialEnd = terms.trial_period_days === undefined ? terms.trial_end : now() + terms.trial_period_days * 86_400;
  return {
    ...(anchor === undefined ? {} : { billing_cycle_anchor: { type: 'timestamp', timestamp: String(anchor) } }),
    ...(trialEnd === undefined ? {} : { trial_end: String(trialEnd) }),
    ...(terms.proration_behavior === undefined ? {} : { proration_behavior: terms.proration_behavior }),
    ...(terms.default_tax_rates === undefined ? {} : { default_tax_rates: terms.default_tax_rates }),
  };
}

function newSetupIntent(sandbox: Sandbox, customer: string | null, input: Input): string {
  const data = input.object('setup_intent_data');
  data?.allowOnly(['description', 'metadata']);
  const id = sandbox.newId('seti');
  const intent = makeSetupIntent({
    id,
    clientSecret: `${id}_${sandbox.newId('secret')}`,
    created: sandbox.now(),
    customer,
    description: data?.text('description') ?? null,
    allowedTypes: ['card'],
    paymentMethod: null,
    metadata: data ? mergedMetadata({}, data) : {},
    usage: 'off_session',
  });
  announceNew(sandbox, intent, 'setup_intent.created');
  return id;
}

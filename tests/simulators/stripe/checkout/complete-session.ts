import { CardFault, cardErrorBody } from '../cards/card-fault.ts';
import { verdictOn } from '../cards/verdict.ts';
import { callOperation } from '../server/internal-call.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import type { CheckoutSession, CustomerDetails } from './session.ts';

export interface CardForm {
  number: string;
  exp_month: string;
  exp_year: string;
  cvc: string;
}

/**
 * Submits the hosted page: creates the customer if none was given, saves the card and starts the subscription. The session's e-mail
 * address can't be changed on the page.
 * @throws StripeFault if the card is declined or an input is invalid: only a failed charge or set-up is created, and the session stays open
 */
export function completeSession(sandbox: Sandbox, session: CheckoutSession, card: CardForm, typed: CustomerDetails): CheckoutSession {
  const person = { ...typed, email: session.customer_email ?? typed.email };
  if (session.status !== 'open') throw new StripeFault(400, 'This page is no longer open.');
  const method = makeMethod(sandbox, session, card, person);
  const made =
    session.mode === 'setup'
      ? setUp(sandbox, session, method)
      : subscribe(sandbox, session, method, session.customer ?? makeCustomer(sandbox, person));
  const complete: CheckoutSession = { ...session, ...made, status: 'complete', customerDetails: person };
  sandbox.store.put(complete);
  sandbox.emit('checkout.session.completed', session.id);
  return complete;
}

/** A card that is declined for a subscription is detected here, before a customer is created; another one by its set-up. */
function makeMethod(
  sandbox: Sandbox,
  { mode, amount_total: amount }: CheckoutSession,
  card: CardForm,
  { email, name, phone, postalCode }: CustomerDetails,
): string {
  const address = { country: 'US', postal_code: postalCode ?? undefined };
  const { id } = callOperation(sandbox, 'POST', '/v1/payment_methods', {
    type: 'card',
    card: { ...card },
    billing_details: { name: name ?? undefined, email: email ?? undefined, phone: phone ?? undefined, address },
  });
  if (mode === 'setup') return id;
  const method = sandbox.store.get('payment_method', id);
  const decline = method && verdictOn(method, { offSession: false, now: sandbox.now() }).decline;
  if (decline && amount !== null && amount >= leastCharge) failCharge(sandbox, id, amount);
  if (decline) throw new CardFault(cardErrorBody(decline, {}));
  return id;
}

function makeCustomer(sandbox: Sandbox, { email, name, phone, postalCode }: CustomerDetails): string {
  return callOperation(sandbox, 'POST', '/v1/customers', {
    email: email ?? undefined,
    name: name ?? undefined,
    phone: phone ?? undefined,
    address: { country: 'US', postal_code: postalCode ?? undefined },
  }).id;
}

function setUp(sandbox: Sandbox, { setup_intent }: CheckoutSession, method: string): Partial<CheckoutSession> {
  callOperation(sandbox, 'POST', `/v1/setup_intents/${setup_intent}/confirm`, { payment_method: method });
  return {};
}

function subscribe(sandbox: Sandbox, session: CheckoutSession, method: string, customer: string): Partial<CheckoutSession> {
  callOperation(sandbox, 'POST', `/v1/payment_methods/${method}/attach`, { customer });
  const { billing_cycle_anchor_config: config, ...terms } = session.terms;
  const { id } = callOperation(sandbox, 'POST', '/v1/subscriptions', {
    ...terms,
    billing_cycle_anchor_config: config && { ...config, month: undefined },
    customer,
    items: session.lines.map(({ price, quantity, taxRates }) => ({
      price,
      quantity,
      tax_rates: taxRates.length > 0 ? taxRates : undefined,
    })),
    default_payment_method: method,
    payment_behavior: 'error_if_incomplete',
  });
  const subscription = sandbox.store.get('subscription', id);
  const invoice = sandbox.store.get('invoice', subscription?.latest_invoice ?? '');
  const { subtotal = 0, total = 0, amount_paid: paid = 0 } = invoice ?? {};
  return {
    customer,
    subscription: id,
    invoice: invoice?.id ?? null,
    payment_status: paid > 0 ? 'paid' : 'no_payment_required',
    amount_subtotal: subtotal,
    amount_total: total,
    amountTax: total - subtotal,
  };
}

/** Cents. */
const leastCharge = 50;

/** Attempts the payment, so that the declined card is seen by its charge and its events. */
function failCharge(sandbox: Sandbox, method: string, amount: number): void {
  try {
    callOperation(sandbox, 'POST', '/v1/payment_intents', {
      amount,
      currency: 'usd',
      payment_method: method,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
    });
  } catch (error) {
    if (!(error instanceof CardFault)) throw error;
  }
}

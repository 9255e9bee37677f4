import { lineItems } from './checkout/line-items.ts';
import type { Store, StoredObject } from './state/store.ts';
import { wireCopy } from './views/view.ts';
import { invalidParameter } from './wire/errors.ts';

/** Stripe's limit, not counting the leading `data` of a list. */
const deepest = 4;

/** Replaces ids by their objects, in place, along paths such as `data.customer` or `items.data.price.product`. */
export function expand(store: Store, root: unknown, paths: readonly string[]): void {
  for (const path of paths) {
    const steps = path.split('.');
    const depth = steps[0] === 'data' ? steps.length - 1 : steps.length;
    if (depth > deepest) throw invalidParameter('expand', `You cannot expand more than ${deepest} levels of a property. Property: ${path}`);
    expandStep(store, root, steps, path);
  }
}

function expandStep(store: Store, holder: unknown, steps: readonly string[], path: string): void {
  if (Array.isArray(holder)) {
    for (const each of holder) expandStep(store, each, steps, path);
    return;
  }
  const [step, ...rest] = steps;
  if (step === undefined || !isObject(holder) || 'deleted' in holder) return;
  const value = expanded(store, holder, step, path);
  holder[step] = value;
  expandStep(store, value, rest, path);
}

function expanded(store: Store, holder: Record<string, unknown>, step: string, path: string): unknown {
  const value = holder[step];
  if (value === undefined) return includable(store, holder, step, path);
  const named = (id: unknown): unknown => {
    if (typeof id !== 'string') return id;
    const object = store.find(id);
    if (!object) throw cannotExpand(step, path);
    return wireCopy(store, object);
  };
  return Array.isArray(value) ? value.map(named) : named(value);
}

/** Lists that are only included on request: their objects, newest first, and the rest of their URL. */
const includables: Readonly<Record<string, (store: Store, id: string) => { own: readonly StoredObject[]; url: string }>> = {
  'customer.subscriptions': (store, id) => ({
    own: store.list('subscription').filter((each) => each.customer === id && each.status !== 'canceled'),
    url: `/v1/customers/${id}/subscriptions`,
  }),
  'charge.refunds': (store, id) => ({
    own: store.list('refund').filter((each) => each.charge === id),
    url: `/v1/charges/${id}/refunds`,
  }),
  'invoice.payments': (store, id) => {
    const payment = store.get('invoice_payment', store.get('invoice', id)?.invoicePayment ?? '');
    return { own: payment ? [payment] : [], url: '/v1/invoices/payments' };
  },
};

function includable(store: Store, holder: Record<string, unknown>, step: string, path: string): unknown {
  if (holder['object'] === 'invoice' && step === 'confirmation_secret') return confirmationSecret(store, String(holder['id']));
  if (holder['object'] === 'checkout.session' && step === 'line_items') return lineItems(store, String(holder['id']));
  const list = includables[`${String(holder['object'])}.${step}`]?.(store, String(holder['id']));
  if (!list) throw cannotExpand(step, path);
  const { own, url } = list;
  return {
    object: 'list',
    data: own.slice(0, 10).map((each) => wireCopy(store, each)),
    has_more: own.length > 10,

    url,
  };
}

/** Returns the client secret with which a browser confirms an invoice's payment, even if it is already paid. */
function confirmationSecret(store: Store, id: string): unknown {
  const invoice = store.get('invoice', id);
  const intent = invoice ? store.get('payment_intent', invoice.paymentIntent ?? '') : undefined;
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
}

/** Names the failing part and, on a list, the likely path. */
function cannotExpand(step: string, path: string): Error {
  const inList = step === path ? ` You may want to try expanding 'data.${step}' instead.` : '';
  return invalidParameter('expand', `This property cannot be expanded (${step}).${inList}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

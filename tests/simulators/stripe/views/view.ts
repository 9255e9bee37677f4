import { checkoutSessionView } from '../checkout/session.ts';
import { eventView } from '../events/event.ts';
import { webhookEndpointView } from '../events/webhook-endpoint.ts';
import type { Customer } from '../objects/customer.ts';
import { discountView } from '../objects/discount.ts';
import type { Store, StoredObject } from '../state/store.ts';
import type { WireObject } from '../wire/wire-object.ts';
import { invoiceItemView } from './invoice-item.ts';
import { invoiceView } from './invoice.ts';
import { scheduleView } from './subscription-schedule.ts';
import { subscriptionView } from './subscription.ts';

/** Returns a stored object in wire format: a copy that may be expanded. */
export function wireCopy(store: Store, object: StoredObject): WireObject {
  return structuredClone(wireView(store, object));
}

/** The same, read-only: parts are shared with the stored object. Copying costs more than everything else in a renewal. */
export function wireView(store: Store, object: StoredObject): WireObject {
  switch (object.object) {
    case 'event':
      return eventView(object);
    case 'webhook_endpoint':
      return webhookEndpointView(object);
    case 'checkout.session':
      return checkoutSessionView(object, store.origin);
    case 'subscription':
      return subscriptionView(store, object);
    case 'subscription_schedule':
      return scheduleView(store, object);
    case 'invoice':
      return invoiceView(store, object);
    case 'invoiceitem':
      return invoiceItemView(store, object);
    case 'discount':
      return discountView(object);
    case 'customer':
      return 'deleted' in object ? { ...object } : customerView(store, object);
    default:
      return paymentView(object, store.origin);
  }
}

/** Removes the simulator's own fields and turns a receipt's path into a URL. Any other object is returned as stored. */
function paymentView(object: StoredObject, origin: string) {
  if ('deleted' in object) return { ...object };
  switch (object.object) {
    case 'payment_method': {
      const { behaviour: _behaviour, spent: _spent, ...shown } = object;
      return shown;
    }
    case 'refund': {
      const { settles: _settles, ...shown } = object;
      return shown;
    }
    case 'dispute': {
      const { decision: _decision, ...shown } = object;
      return shown;
    }
    case 'file': {
      const { data: _data, ...shown } = object;
      return shown;
    }
    case 'charge':
      return { ...object, receipt_url: object.receipt_url && `${origin}${object.receipt_url}` };
    default:
      return { ...object };
  }
}

function customerView(store: Store, customer: Customer): WireObject {
  const discount = customer.discount === null ? undefined : store.get('discount', customer.discount);
  return { ...customer, discount: discount ? discountView(discount) : null };
}

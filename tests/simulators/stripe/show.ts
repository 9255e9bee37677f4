import { showCheckoutSession } from './checkout/session.ts';
import { showEvent } from './events/event.ts';
import { showWebhookEndpoint } from './events/webhook-endpoint.ts';
import { showInvoice } from './objects/invoice.ts';
import { showInvoiceItem } from './objects/invoice-item.ts';
import { showPayment } from './objects/show-payment.ts';
import { showSubscription } from './objects/subscription.ts';
import { showSchedule } from './objects/subscription-schedule.ts';
import type { Store, StoredObject } from './store.ts';

export type WireObject = Record<string, unknown> & { id: string; object: string };

/** A stored object as it goes over the wire: a copy, free to be expanded. */
export function show(store: Store, object: StoredObject): WireObject {
  return structuredClone(viewOf(store, object));
}

/** The same for reading only: parts of it are shared with what is stored. Copying costs more than all the rest of a renewal. */
export function viewOf(store: Store, object: StoredObject): WireObject {
  switch (object.object) {
    case 'event':
      return showEvent(object);
    case 'webhook_endpoint':
      return showWebhookEndpoint(object);
    case 'checkout.session':
      return showCheckoutSession(object, store.origin);
    case 'subscription':
      return showSubscription(store, object);
    case 'subscription_schedule':
      return showSchedule(store, object);
    case 'invoice':
      return showInvoice(store, object);
    case 'invoiceitem':
      return showInvoiceItem(store, object);
    default:
      return showPayment(object, store.origin);
  }
}

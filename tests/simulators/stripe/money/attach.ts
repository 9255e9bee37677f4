import { announceChange } from '../announce.ts';
import { CardFault, cardErrorBody } from '../cards/card-fault.ts';
import { setupDeclineOf } from '../cards/verdict.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';

/** Attaches a payment method to a customer. @throws CardFault if the bank declines it */
export function attachMethod(sandbox: Sandbox, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  refuseAttaching(sandbox, method);
  const attached: PaymentMethod = { ...method, customer };
  sandbox.store.put(attached);
  sandbox.emit('payment_method.attached', method.id);
  return attached;
}

/** Throws if this payment method cannot be attached to any customer. */
export function refuseAttaching(sandbox: Sandbox, method: PaymentMethod): void {
  if (method.customer !== null) {
    throw new StripeFault(400, 'The payment method you provided has already been attached to a customer.', { param: 'payment_method' });
  }
  refuseSpent(method);
  const decline = setupDeclineOf(method, sandbox.now());
  if (decline) throw new CardFault({ ...cardErrorBody(decline, {}), param: decline.param ?? '' });
}

export function refuseSpent({ spent }: PaymentMethod): void {
  if (!spent) return;
  throw new StripeFault(
    400,
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method' },
  );
}

/** Detaches a payment method: it can still be read, cannot be used again, and is removed as a default. */
export function detachMethod(sandbox: Sandbox, method: PaymentMethod): PaymentMethod {
  const customer = method.customer === null ? undefined : sandbox.store.get('customer', method.customer);
  const detached: PaymentMethod = { ...method, customer: null, spent: true };
  sandbox.store.put(detached);
  sandbox.emit('payment_method.detached', method.id, { customer: method.customer });
  if (customer?.invoice_settings.default_payment_method === method.id) {
    const invoiceSettings = { ...customer.invoice_settings, default_payment_method: null };
    announceChange(sandbox, customer, { ...customer, invoice_settings: invoiceSettings }, 'customer.updated');
  }
  return detached;
}

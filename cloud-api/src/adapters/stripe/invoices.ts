import type { PaymentsWriter } from '../../ports/payments.ts';
import { canonical, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { paymentIntentOf, withOutcome } from './requests/outcomes.ts';
import { idempotencyKeyOf } from './requests/step-key.ts';

type Invoices = Pick<PaymentsWriter, 'payInvoice' | 'finalizeInvoice' | 'voidInvoice' | 'markUncollectible'>;

export function invoices({ interactive: stripe }: Connections): Invoices {
  const resource = stripe.invoices;
  const form = expandOfObject('invoice');
  return {
    payInvoice(step, id, payment_method) {
      const paid = canonical('invoice', resource.pay(id, { payment_method, off_session: true, ...form }, idempotencyKeyOf(step)));
      return withOutcome(stripe, paid, () => paymentIntentOf(stripe, id));
    },

    finalizeInvoice: (step, id) =>
      canonical('invoice', resource.finalizeInvoice(id, { auto_advance: false, ...form }, idempotencyKeyOf(step))),

    voidInvoice: (step, id) => canonical('invoice', resource.voidInvoice(id, form, idempotencyKeyOf(step))),

    markUncollectible: (step, id) => canonical('invoice', resource.markUncollectible(id, form, idempotencyKeyOf(step))),
  };
}

export type InvoicePayment = ReturnType<typeof newInvoicePayment>;

interface Parts {
  id: string;
  invoice: string;
  amount: number;
  paymentIntent: string;
  /** Epoch seconds. */
  created: number;
}

/** The link between an invoice and the intent that pays it; open until the intent succeeds. */
export function newInvoicePayment({ id, invoice, amount, paymentIntent, created }: Parts) {
  return {
    id,
    object: 'invoice_payment' as const,
    amount_paid: null as number | null,
    amount_requested: amount,
    created,
    currency: 'usd',
    invoice,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open' as 'canceled' | 'open' | 'paid',
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  };
}

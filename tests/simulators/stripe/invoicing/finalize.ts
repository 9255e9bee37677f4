import { announceChange } from '../announce.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { endingBalance } from './make-invoice.ts';

/** Numbers a draft and opens it for payment. If nothing is due, it is paid immediately. */
export function finalizeInvoice(sandbox: Sandbox, draft: Invoice): Invoice {
  const now = sandbox.now();
  const finalized: Invoice = {
    ...draft,
    automatically_finalizes_at: null,
    ending_balance: endingBalance(draft),
    number: nextNumber(sandbox, draft),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  };
  announceChange(sandbox, draft, finalized, 'invoice.updated');
  sandbox.emit('invoice.finalized', finalized.id);
  return finalized.amount_due === 0 ? settleInvoice(sandbox, finalized) : finalized;
}

/** Marks an invoice paid. @param before the state of the last event, if it differs */
export function settleInvoice(sandbox: Sandbox, invoice: Invoice, before = invoice): Invoice {
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: sandbox.now() },
    uncollectible_reason: null,
  };
  announceChange(sandbox, before, paid, 'invoice.updated');
  sandbox.emit('invoice.paid', paid.id);
  sandbox.emit('invoice.payment_succeeded', paid.id);
  return paid;
}

/** Returns `ABCD1234-0001`: the customer's prefix and a count of their invoices. */
function nextNumber(sandbox: Sandbox, { customer: id }: Invoice): string | null {
  const customer = id === null ? undefined : sandbox.store.get('customer', id);
  if (!customer) return null;
  const sequence = customer.next_invoice_sequence;
  sandbox.store.put({ ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

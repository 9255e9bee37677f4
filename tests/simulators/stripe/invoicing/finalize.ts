import { announceChange } from '../announce.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { World } from '../world.ts';
import { endingBalance } from './make-invoice.ts';

/** Gives a draft its number and opens it for payment; one that owes nothing is paid with that. */
export function finalizeInvoice(world: World, draft: Invoice): Invoice {
  const now = world.now();
  const finalized: Invoice = {
    ...draft,
    automatically_finalizes_at: null,
    ending_balance: endingBalance(draft),
    number: nextNumber(world, draft),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  };
  announceChange(world, draft, finalized, 'invoice.updated');
  world.emit('invoice.finalized', finalized.id);
  return finalized.amount_due === 0 ? settleInvoice(world, finalized) : finalized;
}

/** Nothing is owed on it any more. @param before what was last said of it, where that is not the same */
export function settleInvoice(world: World, invoice: Invoice, before = invoice): Invoice {
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: world.now() },
    uncollectible_reason: null,
  };
  announceChange(world, before, paid, 'invoice.updated');
  world.emit('invoice.paid', paid.id);
  world.emit('invoice.payment_succeeded', paid.id);
  return paid;
}

/** `ABCD1234-0001`: the customer's prefix, and a count of their invoices. */
function nextNumber(world: World, { customer: id }: Invoice): string | null {
  const customer = id === null ? undefined : world.store.get('customer', id);
  if (!customer) return null;
  const sequence = customer.next_invoice_sequence;
  world.store.put({ ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

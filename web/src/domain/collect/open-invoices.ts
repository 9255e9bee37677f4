import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';

/** Returns the open invoices of a subscription, oldest first: the order of payment. */
export const openInvoices = (invoices: readonly CustomerInvoice[], subscription: string): CustomerInvoice[] =>
  invoices
    .filter((one) => one.status === 'open' && one.amount_remaining > 0 && one.subscription === subscription)
    .toSorted((a, b) => a.created - b.created);

import type { CustomerCard, CustomerInvoice } from '@washdesk/contracts/members/customer-parts';

/** The customer's default card by default. */
export const aCard = (more: Partial<CustomerCard>): CustomerCard => ({
  id: 'card-handle',
  type: 'card',
  created: 1_780_000_000,
  billing_details: { name: null },
  details: { brand: 'visa', last4: '4242', exp_month: 2, exp_year: 2030, fingerprint: null, email: null, checks: null },
  default: true,
  expiry: 'valid',
  ...more,
});

/** An open invoice of $29.99 by default. */
export const anInvoice = (more: Partial<CustomerInvoice>): CustomerInvoice => ({
  id: 'in_1',
  created: 1_790_000_000,
  status: 'open',
  number: 'A-1',
  receipt_number: null,
  description: 'Super Kiss',
  total: 2_999,
  total_excluding_tax: null,
  amount_due: 2_999,
  amount_paid: 0,
  amount_remaining: 2_999,
  balance: null,
  page: null,
  pdf: null,
  subscription: 'sub_1',
  site: 12,
  lines: [],
  ...more,
});

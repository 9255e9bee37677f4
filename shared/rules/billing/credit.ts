import { withTax, type TaxRate } from './tax.ts';

/** Returns the tax of an amount that may be a credit: a credit's tax cancels that of its debit. */
export function taxOfItem(amount: number, rates: readonly TaxRate[]): number {
  const tax = withTax(Math.abs(amount), rates) - Math.abs(amount);
  return amount < 0 ? 0 - tax : tax;
}

interface Waiting {
  amount: number;
  tax: number;
  /** Whether no invoice will come that bills it. */
  stranded: boolean;
}

/** Returns the credit that no invoice is needed to use, in cents: the balance and the stranded amounts; 0 if the customer owes. */
export function availableCredit(balance: number, waiting: readonly Waiting[]): number {
  return Math.max(0, -(balance + strandedTotal(waiting)));
}

/** Returns the total of the amounts that no invoice will bill: negative for a credit. */
export const strandedTotal = (waiting: readonly Waiting[]): number =>
  waiting.reduce((sum, { amount, tax, stranded }) => (stranded ? sum + amount + tax : sum), 0);

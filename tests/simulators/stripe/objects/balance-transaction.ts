export type CustomerBalanceTransaction = ReturnType<typeof makeBalanceTransaction>;

interface Parts {
  id: string;
  /** Cents; negative adds a credit. */
  amount: number;
  created: number;
  customer: string;
  description: string | null;
  endingBalance: number;
  metadata: Record<string, string>;
}

/** Creates an adjustment of a customer's balance. The ones that invoices make are not modeled: only the balance changes. */
export function makeBalanceTransaction({ id, amount, created, customer, description, endingBalance, metadata }: Parts) {
  return {
    id,
    object: 'customer_balance_transaction' as const,
    amount,
    checkout_session: null,
    created,
    credit_note: null,
    currency: 'usd',
    customer,
    customer_account: null,
    description,
    ending_balance: endingBalance,
    invoice: null,
    livemode: false,
    metadata,
    type: 'adjustment',
  };
}

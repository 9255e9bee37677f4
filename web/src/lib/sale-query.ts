import type { SaleContext } from './register-context.ts';

/** Returns the query that describes a sale, as a register writes it: values in the address survive a reload. */
export function saleQuery({ customerId, amount, saleid, xptUser, returnToRedeem }: SaleContext): string {
  const named = { customerId, amount, saleid, xptUser, returnToRedeem: returnToRedeem ? 'true' : null };
  const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

const ofTheSale = ['amount', 'saleid'];

/** Returns the register's query for the next screen, without a sale that is already paid. */
export function queryAfterSale(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => !ofTheSale.includes(name.toLowerCase()));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
}

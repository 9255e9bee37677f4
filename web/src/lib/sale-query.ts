import type { SaleContext } from './register-context.ts';

/** The query that names a sale, as a register writes it: what stands in the address outlives a reload. */
export function saleQuery({ customerId, amount, saleid, xptUser, returnToRedeem }: SaleContext): string {
  const named = { customerId, amount, saleid, xptUser, returnToRedeem: returnToRedeem ? 'true' : null };
  const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

const ofTheSale = ['amount', 'saleid'];

/** The register's query for the next screen, without what names a sale that is paid. */
export function queryAfterSale(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => !ofTheSale.includes(name.toLowerCase()));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
}

import { withTax, type TaxRate } from './tax.ts';

/** A tax rate as the provider has it. */
interface ProviderRate {
  percentage?: number;
  inclusive?: boolean;
}

/** The fields of a subscription that decide its tax. */
interface TaxedPlan {
  default_tax_rates?: readonly ProviderRate[] | null;
  items: { data: readonly { tax_rates?: readonly ProviderRate[] | null }[] };
}

interface Taxed {
  tax_exempt?: string | null;
}

export const asTaxRates = (rates: readonly ProviderRate[]): TaxRate[] =>
  rates.map(({ percentage = 0, inclusive = false }) => ({ percentage, inclusive }));

/** Returns the tax rates of a plan's invoices; none for an exempt customer. */
export function taxRatesOfPlan({ default_tax_rates, items }: TaxedPlan, { tax_exempt }: Taxed): TaxRate[] {
  if (tax_exempt === 'exempt') return [];
  const own = items.data[0]?.tax_rates ?? [];
  return asTaxRates(own.length > 0 ? own : (default_tax_rates ?? []));
}

/** Returns what a whole month at this price costs on the customer's invoice of that subscription, with tax. */
export const monthlyTotal = (amount: number, subscription: TaxedPlan, customer: Taxed): number =>
  withTax(amount, taxRatesOfPlan(subscription, customer));

import { withTax, type TaxRate } from '@washdesk/rules/billing/tax';
import type { ProviderCustomer, ProviderSubscription, ProviderTaxRate } from '../../common/provider-objects.ts';

type Exempt = Pick<ProviderCustomer, 'tax_exempt'>;

export const asTaxRates = (rates: readonly Pick<ProviderTaxRate, 'percentage' | 'inclusive'>[]): TaxRate[] =>
  rates.map(({ percentage = 0, inclusive = false }) => ({ percentage, inclusive }));

/** Returns the tax rates of a plan's invoices; none for an exempt customer. */
export function taxRatesOfPlan({ default_tax_rates, items }: ProviderSubscription, { tax_exempt }: Exempt): TaxRate[] {
  if (tax_exempt === 'exempt') return [];
  const own = items.data[0]?.tax_rates ?? [];
  return asTaxRates(own.length > 0 ? own : (default_tax_rates ?? []));
}

/** Returns what a whole month at this price costs on the customer's invoice of that subscription, with tax. */
export const monthlyTotal = (amount: number, subscription: ProviderSubscription, customer: Exempt): number =>
  withTax(amount, taxRatesOfPlan(subscription, customer));

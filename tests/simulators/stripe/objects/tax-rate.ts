import type * as company from '@washdesk/simulators/company/model';

export type TaxRate = ReturnType<typeof newTaxRate>;

/** Percentages have at most four decimals; `created` in epoch seconds. */
export interface TaxRateFacts {
  id: string;
  created: number;
  displayName: string;
  percentage: number;
  active?: boolean;
  country?: string | null;
  description?: string | null;
  jurisdiction?: string | null;
  metadata?: Record<string, string>;
  state?: string | null;
  taxType?: string | null;
}

/** An exclusive rate: added on top of the price, like sales taxes in the United States. */
export function newTaxRate(facts: TaxRateFacts) {
  return {
    id: facts.id,
    object: 'tax_rate' as const,
    active: facts.active ?? true,
    country: facts.country ?? null,
    created: facts.created,
    description: facts.description ?? null,
    display_name: facts.displayName,
    effective_percentage: null,
    flat_amount: null,
    inclusive: false,
    jurisdiction: facts.jurisdiction ?? null,
    jurisdiction_level: null,
    livemode: false,
    metadata: facts.metadata ?? {},
    percentage: facts.percentage,
    rate_type: 'percentage',
    state: facts.state ?? null,
    tax_type: facts.taxType ?? null,
  };
}

export function makeSitesTaxRate({ id, name, percentage }: company.TaxRate, state: string, created: number): TaxRate {
  return newTaxRate({ id, created, displayName: name, percentage, country: 'US', state, jurisdiction: 'US', taxType: 'sales_tax' });
}

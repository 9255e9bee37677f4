import { announceNew } from '../announce.ts';
import { newTaxRate, type TaxRate } from '../objects/tax-rate.ts';
import { matches } from '../server/matching.ts';
import { createOperation, listOperation, retrieveOperation, updateOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const path = '/v1/tax_rates';
const describing = ['active', 'country', 'description', 'display_name', 'jurisdiction', 'metadata', 'state', 'tax_type'];
const taxTypes = ['sales_tax', 'gst', 'hst', 'pst', 'qst', 'rst', 'vat', 'service_tax', 'amusement_tax', 'lease_tax'] as const;

function create(sandbox: Sandbox, input: Input): TaxRate {
  if (input.boolean('inclusive') === undefined) throw missingParameter('inclusive');
  input.choice('inclusive', ['false']);
  const rate = newTaxRate({
    id: sandbox.newId('txr'),
    created: sandbox.now(),
    displayName: input.required('display_name'),
    percentage: percentageOf(input),
    active: input.boolean('active'),
    country: input.text('country') || null,
    description: input.text('description') || null,
    jurisdiction: input.text('jurisdiction') || null,
    metadata: mergedMetadata({}, input),
    state: input.text('state') || null,
    taxType: input.choice('tax_type', taxTypes) ?? null,
  });
  announceNew(sandbox, rate, 'tax_rate.created');
  return rate;
}

function percentageOf(input: Input): number {
  const text = input.required('percentage');
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text) || Number(text) > 100)
    throw invalidParameter('percentage', `Invalid decimal: ${text}; must be between 0 and 100 with at most 4 decimals`);
  return Number(text);
}

/** The percentage never changes: another percentage needs another rate. */
function change(rate: TaxRate, input: Input): Partial<TaxRate> {
  return {
    active: input.boolean('active') ?? rate.active,
    country: input.text('country') ?? rate.country,
    description: input.text('description') ?? rate.description,
    display_name: input.text('display_name') ?? rate.display_name,
    jurisdiction: input.text('jurisdiction') ?? rate.jurisdiction,
    metadata: mergedMetadata(rate.metadata, input),
    state: input.text('state') ?? rate.state,
    tax_type: input.choice('tax_type', taxTypes) ?? rate.tax_type,
  };
}

export const taxRateOperations: readonly Operation[] = [
  listOperation({
    kind: 'tax_rate',
    named: 'tax rate',
    path,
    filters: ['active', 'created', 'inclusive'],
    where(input) {
      const same = matches<TaxRate>({ active: input.boolean('active') });
      const created = input.range('created');
      const inclusive = input.boolean('inclusive');
      return (rate) => same(rate) && created(rate.created) && inclusive !== true;
    },
  }),
  retrieveOperation('tax_rate', path, { named: 'tax rate' }),
  createOperation(path, [...describing, 'inclusive', 'percentage'], create),
  updateOperation('tax_rate', path, describing, change, { named: 'tax rate', event: 'tax_rate.updated' }),
];

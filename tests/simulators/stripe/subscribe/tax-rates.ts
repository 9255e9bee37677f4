import type * as billing from '../billing/model.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

/** Reads the rates of a parameter. Undefined: omitted; empty array: sent empty. */
export function taxRatesOf({ store }: Sandbox, input: Input, name: string): billing.TaxRate[] | undefined {
  if (!input.has(name)) return undefined;
  return input.texts(name).map((id, index) => {
    const rate = store.get('tax_rate', id);
    const param = `${input.param(name)}[${index}]`;
    if (!rate) throw noSuchReference('tax rate', id, param);
    if (!rate.active) throw invalidParameter(param, `The tax rate ${id} is inactive. This field only accepts active tax rates.`);
    return { id, percentage: rate.percentage };
  });
}

/** Returns the stored rates with those ids in the engine's form. */
export function storedTaxRates({ store }: Pick<Sandbox, 'store'>, ids: readonly string[]): billing.TaxRate[] {
  return ids.map((id) => ({ id, percentage: store.get('tax_rate', id)?.percentage ?? 0 }));
}

import type * as billing from '../billing/model.ts';
import { invalidParameter, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import type { Sandbox } from '../state/sandbox.ts';

/** The rates that a parameter names. Undefined: not sent; none: sent empty. */
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

/** The stored rates of those ids, as the engine takes them. */
export function storedTaxRates({ store }: Pick<Sandbox, 'store'>, ids: readonly string[]): billing.TaxRate[] {
  return ids.map((id) => ({ id, percentage: store.get('tax_rate', id)?.percentage ?? 0 }));
}

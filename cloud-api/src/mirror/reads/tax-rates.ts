import { asTaxRates } from '@washdesk/rules/billing/plan-tax';
import type { TaxRate } from '@washdesk/rules/billing/tax';
import { locationKeys } from '@washdesk/rules/company/metadata-keys';
import { siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import type { ProviderLocation, ProviderTaxRate } from '../../common/provider-objects.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { allLocations } from './catalogue.store.ts';

async function allTaxRates(db: Db | Tx): Promise<ReadonlyMap<string, ProviderTaxRate>> {
  const rows = await db.selectFrom('mirror_tax_rate').select(['id', 'object']).where('deleted_at', 'is', null).execute();
  return new Map(rows.map(({ id, object }) => [id, object]));
}

const isArchived = (rate: ProviderTaxRate | undefined): boolean => rate?.active === false;

/** Returns the newest rate that replaces an archived one: a rate's percentage never changes, so a change is a new rate of the same tax. */
function replacementOf(archived: ProviderTaxRate, rates: ReadonlyMap<string, ProviderTaxRate>): string | null {
  const sameTax = ({ display_name, jurisdiction, state, country, inclusive }: ProviderTaxRate): boolean =>
    display_name === archived.display_name &&
    jurisdiction === archived.jurisdiction &&
    state === archived.state &&
    country === archived.country &&
    inclusive === archived.inclusive;
  const found = [...rates.values()].filter((rate) => !isArchived(rate) && sameTax(rate));
  return found.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0))[0]?.id ?? null;
}

function currentRate(named: string, rates: ReadonlyMap<string, ProviderTaxRate>): string | null {
  const rate = rates.get(named);
  return rate && isArchived(rate) ? replacementOf(rate, rates) : named;
}

/**
 * Returns the tax rates of new plans at this site; empty for a site without one. Stripe refuses an archived rate: its replacement is used,
 * or none, so that no sign-up is stopped (docs/rules/billing.md#tax).
 */
export async function taxRatesAt(db: Db, site: number, mapping: SiteMapping): Promise<string[]> {
  const here = (await allLocations(db)).find(({ metadata }) => {
    const found = siteNumber(metadata[locationKeys.site] ?? '', mapping);
    return 'site' in found && found.site === site;
  });
  const named = here?.metadata[locationKeys.taxRate];
  if (!named) return [];
  const rates = await allTaxRates(db);
  const current = currentRate(named, rates);
  return current === null ? [] : [current];
}

/** Returns the tax of new plans by site; sites without one are missing. */
export async function siteTaxes(db: Db, mapping: SiteMapping): Promise<ReadonlyMap<number, TaxRate[]>> {
  const [rates, locations] = await Promise.all([allTaxRates(db), allLocations(db)]);
  const taxes = new Map<number, TaxRate[]>();
  for (const { metadata } of locations) {
    const found = siteNumber(metadata[locationKeys.site] ?? '', mapping);
    const named = metadata[locationKeys.taxRate];
    if (!('site' in found) || !named || taxes.has(found.site)) continue;
    const current = currentRate(named, rates);
    const rate = current === null ? undefined : rates.get(current);
    if (rate) taxes.set(found.site, asTaxRates([rate]));
  }
  return taxes;
}

/** Parts the rates of a plan into those that a preview may name and archived ones, which only the plan itself keeps. */
export async function partedRates(db: Db, ids: readonly string[]): Promise<{ usable: string[]; archived: ProviderTaxRate[] }> {
  const rates = await allTaxRates(db);
  const archived = ids.flatMap((id) => rates.get(id) ?? []).filter(isArchived);
  return { usable: ids.filter((id) => !archived.some((rate) => rate.id === id)), archived };
}

interface ArchivedRate {
  location: ProviderLocation;
  rate: string;
  replacement: string | null;
}

/** Returns the locations whose tax rate is archived. */
export async function archivedRates(db: Db | Tx): Promise<ArchivedRate[]> {
  const rates = await allTaxRates(db);
  return (await allLocations(db)).flatMap((location) => {
    const rate = rates.get(location.metadata[locationKeys.taxRate] ?? '');
    return rate && isArchived(rate) ? [{ location, rate: rate.id, replacement: replacementOf(rate, rates) }] : [];
  });
}

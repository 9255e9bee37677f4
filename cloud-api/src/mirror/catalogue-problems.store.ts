import { hasPlanMetadata } from '@washdesk/rules/plans/offered-plan';
import { planPriceProblem } from '@washdesk/rules/plans/plan-price';
import type { ProviderLocation, ProviderPrice } from '../common/provider-objects.ts';
import type { Tx } from '../db/pool.ts';
import { raiseAlert } from '../jobs/alert.store.ts';
import { archivedRates } from './reads/tax-rates.ts';
import { isDifferent, type Change } from './snapshots/mirror.store.ts';

/** Raises alerts for what changed in Stripe's catalogue and cannot be sold as it is. */
export async function alertCatalogueProblems(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  await alertPriceProblems(tx, changes, now);
  if (changes.some((change) => (change.kind === 'location' || change.kind === 'tax_rate') && isDifferent(change)))
    await alertArchivedRates(tx, now);
}

async function alertArchivedRates(tx: Tx, created: Date): Promise<void> {
  for (const { location, rate, replacement } of await archivedRates(tx)) {
    const reason = archivedWords(location, replacement);
    await raiseAlert(tx, { key: `tax-rate:${location.id}:${rate}:${replacement}`, site: null, customer: null, reason, created });
  }
}

const archivedWords = ({ display_name: name }: ProviderLocation, replacement: string | null): string =>
  `The tax rate of ${name} is archived in Stripe. ${
    replacement === null ? 'New plans are sold without tax' : `New plans use its replacement, ${replacement}`
  }. Set the key taxrate of the location to the current rate`;

/** Raises an alert for each price with the metadata of a plan that cannot be sold as one. */
async function alertPriceProblems(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  for (const change of changes) {
    if (change.kind !== 'price' || change.turn === 'gone' || !isDifferent(change)) continue;
    const price = change.snapshot.object as ProviderPrice;
    const problem = planPriceProblem(price);
    if (problem === null || price.active === false || !hasPlanMetadata(price)) continue;
    const reason = `The price ${price.nickname ?? price.id} isn’t sold: it is ${problem}. Create a monthly price in US dollars in Stripe`;
    await raiseAlert(tx, { key: `price:${price.id}:${problem}`, site: null, customer: null, reason, created: now });
  }
}

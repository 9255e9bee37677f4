import { centsToDollars } from '@washdesk/rules/billing/money';
import { checkSale, sitewatchSaleNumber, type RungUpSale } from '@washdesk/rules/billing/sale-check';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import { Failure } from '../../../common/failure.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';

/** After this time the charge continues and the sale is checked later: a customer is waiting at the counter. */
const siteWaitsMs = 1_500;

export type SaleAtSite =
  | { kind: 'found'; sale: RungUpSale }
  /** Sitewatch has no such sale; a register may write it later. */
  | { kind: 'missing' }
  | { kind: 'away'; reason: string };

/** Reads a sale from its site's Sitewatch. */
export async function saleAtSite(sites: SiteCommands, site: number, saleid: string): Promise<SaleAtSite> {
  const saleId = sitewatchSaleNumber(saleid);
  if (saleId === null) return { kind: 'missing' };
  const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.sale', { saleId }, { waitMs: siteWaitsMs });
  if (outcome.kind !== 'answered') return { kind: 'away', reason: outcome.message };
  const { sale } = outcome.result;
  return sale ? { kind: 'found', sale } : { kind: 'missing' };
}

interface ChargeToConfirm {
  saleid: string;
  amount: number;
  /** AllowManualEntry: allows an amount other than the sale's. */
  manualEntry: boolean;
}

/** What Sitewatch says of the amount; `overridden` with the sale's total if a person may charge another one. */
export type ConfirmedSale = { kind: 'verified' | 'unverified' } | { kind: 'overridden'; total: number };

/**
 * Asks Sitewatch whether the amount is the sale's; `unverified` if it is unavailable.
 * @throws Failure 409 `amount_changed`, `sale_voided`
 */
export async function confirmSale(
  sites: SiteCommands,
  site: number,
  { saleid, amount, manualEntry }: ChargeToConfirm,
): Promise<ConfirmedSale> {
  const found = await saleAtSite(sites, site, saleid);
  if (found.kind !== 'found') return { kind: 'unverified' };
  const check = checkSale(found.sale, amount);
  if (check === 'voided') throw new Failure(409, 'sale_voided', `Sale ${saleid} was voided in Sitewatch`);
  if (check === 'agrees') return { kind: 'verified' };
  const { total } = found.sale;
  if (manualEntry) return { kind: 'overridden', total };
  const words = `The amount must be the sale's: ${centsToDollars(total)}, not ${centsToDollars(amount)}`;
  throw new Failure(409, 'amount_changed', words, { details: { originalamount: total, amount } });
}

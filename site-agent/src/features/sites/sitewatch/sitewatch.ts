import { CommandRefused, type CommandTable } from '../../../ports/commands.ts';
import type { PosDatabase } from '../../../ports/pos-database.ts';
import type { PosLookups } from '../../../ports/pos-lookups.ts';

type SitewatchLookup =
  | 'sitewatch.employee'
  | 'sitewatch.employees'
  | 'sitewatch.terminals'
  | 'sitewatch.sites'
  | 'sitewatch.makes'
  | 'sitewatch.models'
  | 'sitewatch.colors'
  | 'sitewatch.club-plans'
  | 'sitewatch.top-sellers'
  | 'sitewatch.gift-cards'
  | 'sitewatch.sales'
  | 'sitewatch.sale'
  | 'sitewatch.customer-by-code'
  | 'sitewatch.codes'
  | 'sitewatch.all-codes'
  | 'sitewatch.customers'
  | 'sitewatch.code'
  | 'sitewatch.discounts';

/** Returns the site's Sitewatch. @throws CommandRefused if the site has none */
export function requireDatabase(database: PosDatabase | null): PosDatabase {
  if (!database) throw new CommandRefused('unavailable', 'This site has no Sitewatch');
  return database;
}

/** The cloud's queries to the site's Sitewatch, one row per command. */
export function sitewatchCommands(database: PosDatabase | null): Pick<CommandTable, SitewatchLookup> {
  const sitewatch = (): PosLookups => requireDatabase(database);

  return {
    'sitewatch.employee': async ({ number }, { signal }) => ({ employee: await sitewatch().employee(number, signal) }),
    'sitewatch.employees': async (_payload, { signal }) => ({ employees: await sitewatch().employees(signal) }),
    'sitewatch.terminals': async (_payload, { signal }) => ({ terminals: await sitewatch().terminals(signal) }),
    'sitewatch.sites': async (_payload, { signal }) => ({ sites: await sitewatch().sites(signal) }),
    'sitewatch.makes': async (_payload, { signal }) => ({ makes: await sitewatch().makes(signal) }),
    'sitewatch.models': async ({ make }, { signal }) => ({ models: await sitewatch().models(make, signal) }),
    'sitewatch.colors': async (_payload, { signal }) => ({ colors: await sitewatch().colors(signal) }),
    'sitewatch.club-plans': async (_payload, { signal }) => ({ plans: await sitewatch().clubPlans(signal) }),
    'sitewatch.top-sellers': async ({ since, most }, { signal }) => ({ items: await sitewatch().topSellers(since, most, signal) }),
    'sitewatch.gift-cards': async ({ code }, { signal }) => ({ cards: await sitewatch().giftCards(code, signal) }),
    'sitewatch.sales': async ({ code, most }, { signal }) => ({ sales: await sitewatch().sales(code, most, signal) }),
    'sitewatch.sale': async ({ saleId }, { signal }) => ({ sale: await sitewatch().sale(saleId, signal) }),
    'sitewatch.customer-by-code': async ({ code }, { signal }) => ({ customer: await sitewatch().customerByCode(code, signal) }),
    'sitewatch.codes': async (who, { signal }) => ({ codes: await sitewatch().codes(who, signal) }),
    'sitewatch.all-codes': async ({ after, most }, { signal }) => ({ codes: await sitewatch().allCodes(after, most, signal) }),
    'sitewatch.customers': async (page, { signal }) => ({ customers: await sitewatch().customers(page, signal) }),
    'sitewatch.code': async ({ objid }, { signal }) => ({ code: await sitewatch().code(objid, signal) }),
    'sitewatch.discounts': async (who, { signal }) => ({ discounts: await sitewatch().discounts(who, signal) }),
  };
}

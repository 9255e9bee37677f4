import type { Company } from '../company/company.ts';
import type { Directory, KnownCustomers } from './rows.ts';
import { newTable, type Table } from './tables.ts';
import { wallClock } from './wall-clock.ts';

/** The site's washes as the sales that redeeming them wrote: nothing to pay, and the usage id as the tender's reference. */
export function saleRows(
  company: Company,
  { site, ids, sites, terminals, employees }: Directory,
  customers: KnownCustomers,
): { tables: Table[]; lastSaleId: number } {
  const sales = newTable('SALE', ['OBJID', 'SITE', 'SALEID', 'CREATED', 'TERMINAL', 'EMPLOYEE', 'CUSTOMER', 'CODE', 'TOTAL']);
  const items = newTable('SALEITEM', ['OBJID', 'SALE', 'ITEM', 'AMOUNT', 'CUSTOMERPLAN']);
  const tenders = newTable('TENDER', ['OBJID', 'SALE', 'TENDERTYPE', 'AMOUNT', 'REFERENCE']);
  const siteId = sites.get(site.number) ?? null;
  let lastSaleId = 0;

  for (const wash of company.washes) {
    const customer = customers.get(wash.customer);
    if (wash.site !== site.number || !customer) continue;
    const sale = ids.next();
    lastSaleId = wash.saleId;
    const at = wallClock(wash.at, site.timeZone);
    sales.rows.push([
      sale,
      siteId,
      wash.saleId,
      at,
      terminals.get(wash.terminal) ?? null,
      employees.get(wash.employee) ?? null,
      customer.objectId,
      wash.code,
      0,
    ]);
    items.rows.push([ids.next(), sale, customer.redeemItem, 0, customer.planId]);
    tenders.rows.push([ids.next(), sale, 'WASHDESK', 0, wash.id]);
  }
  return { tables: [sales, items, tenders], lastSaleId };
}

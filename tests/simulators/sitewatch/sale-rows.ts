import type { Company } from '../company/company.ts';
import type { Wash } from '../company/member-model.ts';
import type { RegisterSale } from '../company/payment-model.ts';
import type { KnownCustomers } from './customer-rows.ts';
import type { Directory } from './directory.ts';
import { newTable, type Table } from './tables.ts';
import { wallClock } from './wall-clock.ts';

interface SaleRows {
  tables: Table[];
  lastSaleId: number;
}

/** Returns the site's register sales: plan washes and paid sales. */
export function saleRows(company: Company, directory: Directory, customers: KnownCustomers): SaleRows {
  const here = ({ site }: { site: number }): boolean => site === directory.site.number;
  const byCard = company.payments.filter((payment) => here(payment) && !payment.declined);
  const serials = new Map(byCard.map(({ saleId, serial }) => [saleId, serial]));
  const writer = new SaleWriter(directory, customers);
  for (const wash of company.washes.filter(here)) writer.writeWash(wash);
  for (const sale of company.sales.filter(here)) writer.writeSale(sale, serials.get(sale.saleId) ?? null);
  return { tables: writer.tables, lastSaleId: writer.lastSaleId };
}

class SaleWriter {
  lastSaleId = 0;
  readonly #directory: Directory;
  readonly #customers: KnownCustomers;
  readonly #sales = newTable('SALE', 'OBJID SITE SALEID CREATED TERMINAL EMPLOYEE CUSTOMER CODE TAX TOTAL STATUSCODE'.split(' '));
  readonly #items = newTable('SALEITEM', ['OBJID', 'SALE', 'ITEM', 'AMOUNT', 'CUSTOMERPLAN']);
  readonly #tenders = newTable('TENDER', ['OBJID', 'SALE', 'TENDERTYPE', 'AMOUNT', 'REFERENCE']);
  readonly #discounts = newTable(
    'SALEDISCOUNT',
    'OBJID SALE CUSTOMER SOURCE_SYSTEM DISCOUNT_TYPE SITE TRANSACTION_DATE AMOUNT_SAVED EXTENDED_DESCRIPTION'.split(' '),
  );

  constructor(directory: Directory, customers: KnownCustomers) {
    this.#directory = directory;
    this.#customers = customers;
  }

  get tables(): Table[] {
    return [this.#sales, this.#items, this.#tenders, this.#discounts];
  }

  /** Writes a wash as a redeem does: nothing to pay, and the usage id as the tender's reference. */
  writeWash(wash: Wash): void {
    const { ids } = this.#directory;
    const customer = this.#customers.get(wash.customer);
    if (!customer) return;
    const sale = this.#sale({ ...wash, tax: 0, total: 0, voided: false });
    this.#items.rows.push([ids.next(), sale, customer.redeemItem, 0, customer.planId]);
    this.#tenders.rows.push([ids.next(), sale, 'WASHDESK', 0, wash.id]);
  }

  /** @param serial of the card payment; null for cash */
  writeSale(sold: RegisterSale, serial: string | null): void {
    const { ids, items } = this.#directory;
    const sale = this.#sale(sold);
    for (const { item, amount } of sold.lines) this.#items.rows.push([ids.next(), sale, items.get(item) ?? null, amount / 100, null]);
    this.#tenders.rows.push([ids.next(), sale, serial ? 'CREDIT' : 'CASH', sold.total / 100, serial && `pi_${serial}`]);
    this.#discount(sold, sale);
  }

  #discount({ site, at, customer, discount }: RegisterSale, sale: number): void {
    if (!discount) return;
    const { ids, sites, site: here } = this.#directory;
    this.#discounts.rows.push([
      ids.next(),
      sale,
      this.#numberOf(customer),
      'SITEWATCH',
      discount.type,
      sites.get(site) ?? null,
      wallClock(at, here.timeZone),
      discount.saved / 100,
      discount.description,
    ]);
  }

  #numberOf(customer: string | null): number | null {
    return (customer !== null && this.#customers.get(customer)?.objectId) || null;
  }

  #sale(sold: Omit<RegisterSale, 'lines' | 'discount'>): number {
    const { site, ids, sites, terminals, employees } = this.#directory;
    const sale = ids.next();
    this.lastSaleId = Math.max(this.lastSaleId, sold.saleId);
    this.#sales.rows.push([
      sale,
      sites.get(site.number) ?? null,
      sold.saleId,
      wallClock(sold.at, site.timeZone),
      terminals.get(sold.terminal) ?? null,
      employees.get(sold.employee) ?? null,
      this.#numberOf(sold.customer),
      sold.code,
      sold.tax / 100,
      sold.total / 100,
      sold.voided,
    ]);
    return sale;
  }
}

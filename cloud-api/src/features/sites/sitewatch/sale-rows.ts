import type { Sale, SaleDetail } from '@washdesk/contracts/sites/sale';
import { instantOfWallClock } from '@washdesk/rules/dates/wall-clock';
import type { ReceivedResult } from '@washdesk/site-protocol/commands';
import type { SitewatchSale } from '@washdesk/site-protocol/sitewatch';
import type { NamedSite } from '../../../db/named-sites.ts';

/** The members with a code, by code. */
export type CodeHolders = ReadonlyMap<string, string>;

type DetailedSale = NonNullable<ReceivedResult<'sitewatch.sale'>['sale']>;

export const saleRow = (sale: SitewatchSale, { number, name, timeZone }: NamedSite, holders: CodeHolders): Sale => ({
  SITE: number,
  SITENAME: name,
  SALEID: sale.saleId,
  CREATED: instantOfWallClock(sale.created, timeZone).toISOString(),
  TERMINAL: sale.terminal,
  EMPLOYEE: sale.employee,
  CODE: sale.code,
  CUSTOMER: holders.get(sale.code ?? '') ?? null,
  PLANNAME: sale.planName,
  TOTAL: sale.total,
  TAX: sale.tax,
  STATUSCODE: sale.status,
});

export const saleDetailRow = (sale: DetailedSale, place: NamedSite, holders: CodeHolders): SaleDetail => ({
  ...saleRow(sale, place, holders),
  ITEMS: sale.items.map(({ name, quantity, amount }) => ({ NAME: name, QTY: quantity, AMOUNT: amount })),
  TENDERS: sale.tenders.map(({ type, amount, reference }) => ({ TENDERTYPE: type, AMOUNT: amount, REFERENCE: reference })),
  DISCOUNTS: sale.discounts.map(({ type, amountSaved, description }) => ({
    DISCOUNT_TYPE: type,
    AMOUNT_SAVED: amountSaved,
    EXTENDED_DESCRIPTION: description,
  })),
});

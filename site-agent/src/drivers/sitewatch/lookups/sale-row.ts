import { z } from 'zod';
import type { SitewatchSale } from '@washdesk/site-protocol/sitewatch';

export interface SaleRow {
  objid: number;
  customer: number | null;
  sale: SitewatchSale;
}

const text = z.string().nullable();

/** One row of a query that selects the columns of a sale: the sale as reported, and its internal numbers. */
export const saleRow = z
  .object({
    objid: z.int(),
    customer: z.int().nullable(),
    saleId: z.int(),
    created: z.string(),
    terminal: text,
    employee: z.int().nullable(),
    code: text,
    planName: text,
    total: z.int(),
    tax: z.int(),
    status: z.int(),
  })
  .transform(({ objid, customer, ...sale }): SaleRow => ({ objid, customer, sale }));

import type { InvoiceRow } from '@washdesk/contracts/billing/invoice';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { countInvoices, findInvoices, type FoundInvoice, type InvoiceSearch } from './invoice-search.store.ts';

/** Page size of transaction searches. */
const pageSize = 30;

const asRow = ({ object, subscription, receipt_number, customer, name, email, site }: FoundInvoice): InvoiceRow => ({
  id: object.id,
  number: object.number,
  receipt_number,
  created: object.created,
  status: object.status,
  description: object.description ?? object.lines.data[0]?.description ?? null,
  total: object.total,
  amount_due: object.amount_due,
  amount_paid: object.amount_paid,
  site: site === null ? null : String(site),
  subscription,
  customer: customer === null ? null : { id: customer, name, email },
});

/** Searches invoices by their own number or the one on the customer's receipt (docs/rules/billing.md#transaction-lookup). */
export class InvoiceSearchService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 400 for a foreign cursor */
  async search(search: InvoiceSearch, page: string | undefined) {
    const after = cursorOf(page);
    const [rows, count] = await Promise.all([findInvoices(this.#db, search, after, pageSize), countInvoices(this.#db, search)]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    return { results: shown.map(asRow), count, next_page: nextPage };
  }
}

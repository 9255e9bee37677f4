import type { InvoiceRow } from '@washdesk/contracts/billing/invoice';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { maskEmail } from '@washdesk/rules/customers/masked-contact';
import type { Principal } from '../../../common/caller.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { countInvoices, findInvoices, type FoundInvoice, type InvoiceSearch } from './invoice-search.store.ts';

/** Page size of transaction searches. */
const pageSize = 30;

/** @param showsContact below SalesManager, lists show what recognizes a person (docs/rules/access.md#seeing-customers) */
const asRow = ({ object, subscription, receipt_number, customer, name, email, site }: FoundInvoice, showsContact: boolean): InvoiceRow => ({
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
  customer: customer === null ? null : { id: customer, name, email: showsContact ? email : email && maskEmail(email) },
});

/** Searches invoices by their own number or the one on the customer's receipt (docs/rules/billing.md#transaction-lookup). */
export class InvoiceSearchService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 400 for a foreign cursor */
  async search(search: InvoiceSearch, page: string | undefined, { roles }: Principal) {
    const after = cursorOf(page);
    const [rows, count] = await Promise.all([findInvoices(this.#db, search, after, pageSize), countInvoices(this.#db, search)]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    return { results: shown.map((row) => asRow(row, atLeast(roles, Role.SalesManager))), count, next_page: nextPage };
  }
}

import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { withDiscountLines } from '../../../common/discount-lines.ts';
import type { ProviderInvoice } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import type { AgeOfCustomer } from '../../../mirror/reads/customer-age.ts';
import { invoicesOf } from './invoice-search.store.ts';

function invoiceView(invoice: ProviderInvoice, site: number | null): CustomerInvoice {
  const lines = withDiscountLines(invoice.lines.data).map(({ amount, description, period }) => ({
    amount,
    description,
    period: { start: period.start, end: period.end },
  }));
  return {
    id: invoice.id,
    created: invoice.created,
    status: invoice.status,
    number: invoice.number,
    receipt_number: invoice.receipt_number,
    description: invoice.lines.data.flatMap(({ description }) => description || []).join('; ') || (invoice.description ?? ''),
    collection_method: invoice.collection_method,
    total: invoice.total,
    total_excluding_tax: invoice.total_excluding_tax,
    amount_due: invoice.amount_due,
    amount_paid: invoice.amount_paid,
    amount_remaining: invoice.amount_remaining,
    balance:
      invoice.starting_balance === undefined || invoice.ending_balance == null
        ? null
        : { before: invoice.starting_balance, after: invoice.ending_balance },
    page: invoice.hosted_invoice_url ?? null,
    pdf: invoice.invoice_pdf ?? null,
    subscription: invoice.parent?.subscription_details?.subscription ?? null,
    site,
    lines,
  };
}

/** All invoices of a customer (docs/rules/billing.md#invoices). */
export class CustomerInvoicesService {
  readonly #db: Db;
  readonly #ageOf: AgeOfCustomer;

  constructor({ db, ageOf }: { db: Db; ageOf: AgeOfCustomer }) {
    this.#db = db;
    this.#ageOf = ageOf;
  }

  /** @throws Failure 404 `customer_not_found` */
  async invoices(customer: string, fresh: boolean) {
    const age = await this.#ageOf(customer, fresh);
    const invoices = (await invoicesOf(this.#db, customer)).map(({ object, site }) => invoiceView(object, site));
    return { invoices, count: invoices.length, next_page: null, ...age };
  }
}

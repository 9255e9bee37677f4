import type { InvoiceState } from '@washdesk/contracts/billing/invoice';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { defaultCardOf, liveCustomer } from '../../../mirror/reads/live-customer.ts';
import { isInvoiceOf } from './member-view.store.ts';

export type PayInvoice = (by: Principal, key: string, invoice: string, card: string) => Promise<InvoiceState>;

/** Unpaid bills, which members pay with their default card; lanes admit the car as soon as it is paid. */
export class MemberPayments {
  readonly #db: Db;
  readonly #payInvoice: PayInvoice;

  constructor({ db, payInvoice }: { db: Db; payInvoice: PayInvoice }) {
    this.#db = db;
    this.#payInvoice = payInvoice;
  }

  /** @throws Failure 402 `card_declined`, 404 `invoice_not_found`, 409 `no_card`, `invoice_not_open` */
  async pay(invoice: string, customer: string, by: Principal, key: string): Promise<InvoiceState> {
    if (!(await isInvoiceOf(this.#db, invoice, customer))) throw notFound('invoice_not_found', 'Bill not found');
    const card = defaultCardOf(await liveCustomer(this.#db, customer));
    if (card === null) throw new Failure(409, 'no_card', 'There is no card on your plan. Add one first');
    return this.#payInvoice(by, key, invoice, card);
  }
}

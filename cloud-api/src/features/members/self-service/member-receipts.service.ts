import type { z } from 'zod';
import type { memberReceipts } from '@washdesk/contracts/members/member';
import { discountOf } from '../../../common/discount-lines.ts';
import { notFound } from '../../../common/failure.ts';
import { isOwnId } from '../../../common/own-id.ts';
import { cursorOf, encodeCursor, pageOf, type PageCursor } from '../../../common/page-cursor.ts';
import type { ProviderInvoice } from '../../../common/provider-objects.ts';
import { companyTimeZone, namedSite } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { billPage } from './bill-page.ts';
import { billsOf, countBillsOf, paidInvoiceOf, productsOf } from './member-bills.store.ts';
import { languageOf } from './member-languages.store.ts';
import type { MemberReads } from './member-reads.ts';

type Receipts = z.input<typeof memberReceipts.response>;
type Row = Receipts['receipts'][number];

interface Options {
  db: Db;
  settings: ReadSetting;
  reads: Pick<MemberReads, 'receiptsOf' | 'receiptOwner' | 'receiptPage'>;
}

const pageSize = 30;

// receipts come before bills of the same moment, so a page that ends with a bill has shown them all
const lastOwnId = '00000000-0000-0000-0000-000000000000';
const firstProviderId = 'zz';

const pricesOf = ({ lines }: ProviderInvoice): string[] => lines.data.flatMap(({ pricing }) => pricing?.price_details?.price ?? []);

/** What a member paid: receipts, and the monthly bills that have none (docs/rules/members.md#self-service). */
export class MemberReceipts {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns a page of both, newest first. @throws Failure 400 for a foreign cursor */
  async list(customer: string, page: string | undefined): Promise<Receipts> {
    const { db, reads } = this.#options;
    const after = cursorOf(page);
    const [receipts, bills, count] = await Promise.all([
      reads.receiptsOf(customer, after ? encodeCursor(afterReceipts(after)) : undefined),
      billsOf(db, customer, after && afterBills(after), pageSize),
      countBillsOf(db, customer),
    ]);
    const names = await productsOf(
      db,
      bills.flatMap(({ object }) => pricesOf(object)),
    );
    const rows = [
      ...receipts.rows.map(({ id, title, price, created }) => ({
        created: new Date(created),
        id,
        row: { kind: 'receipt' as const, id, title, amount: price, created },
      })),
      ...bills.map(({ id, created, object }) => ({ created, id, row: billRow(id, created, object, names) })),
    ].toSorted((one, other) => other.created.getTime() - one.created.getTime());
    const { shown, nextPage } = pageOf(rows, pageSize);
    return {
      receipts: shown.map(({ row }) => row),
      count: receipts.count + count,
      next_page: nextPage ?? (receipts.next_page === null ? null : encodeCursor(shown.at(-1)!)),
    };
  }

  /** @throws Failure 404 `receipt_not_found`, also for another customer's */
  async receipt(customer: string, id: string): Promise<string> {
    if ((await this.#options.reads.receiptOwner(id)) !== customer) throw notFound('receipt_not_found', 'Receipt not found');
    return this.#options.reads.receiptPage(id);
  }

  /** @throws Failure 404 `receipt_not_found`, also for another customer's */
  async bill(customer: string, id: string): Promise<string> {
    const { db, settings } = this.#options;
    const found = await paidInvoiceOf(db, customer, id);
    if (!found) throw notFound('receipt_not_found', 'Receipt not found');
    const { object, created, site: number } = found;
    const [names, site, contacts, person] = await Promise.all([
      productsOf(db, pricesOf(object)),
      number === null ? null : namedSite(db, number),
      settings('siteContacts'),
      liveCustomer(db, customer),
    ]);
    const contact = number === null ? undefined : contacts[String(number)];
    const bill = {
      number: object.number,
      at: created,
      timeZone: site?.timeZone ?? (await companyTimeZone(db)),
      site: site?.name ?? null,
      address: contact?.address ?? null,
      phone: contact?.phone ?? null,
      lines: object.lines.data.map((line) => ({
        name: names.get(line.pricing?.price_details?.price ?? '') ?? line.description ?? '',
        from: new Date(line.period.start * 1_000),
        to: new Date(line.period.end * 1_000),
        amount: line.amount,
        discount: discountOf(line),
      })),
      tax: object.total - (object.total_excluding_tax ?? object.total),
      total: object.total,
      paid: object.amount_paid,
    };
    return billPage(bill, (await languageOf(db, person)) ?? 'en');
  }
}

const afterReceipts = (after: PageCursor): PageCursor => (isOwnId(after.id) ? after : { ...after, id: lastOwnId });
const afterBills = (after: PageCursor): PageCursor => (isOwnId(after.id) ? { ...after, id: firstProviderId } : after);

/** The title is what was billed: each product once, otherwise what the invoice says. */
function billRow(id: string, created: Date, invoice: ProviderInvoice, names: ReadonlyMap<string, string>): Row {
  const products = [...new Set(pricesOf(invoice).flatMap((price) => names.get(price) ?? []))];
  const said = invoice.description ?? invoice.lines.data[0]?.description ?? '';
  return { kind: 'bill', id, title: products.join(', ') || said, amount: invoice.amount_paid, created: created.toISOString() };
}

import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import type { ReceiptKind } from '../../../documents/receipt-facts.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { findReceipt } from './find-receipt.ts';
import { letterheadOf } from './letterhead.ts';
import { printAnswer } from './print-answer.ts';
import { newestPrintJobs, type PrintJob } from './print-jobs.store.ts';
import { renderPage, renderText } from './receipt-rendering.ts';
import { receiptSource } from './receipt-source.ts';
import { receiptSummary } from './receipt-summary.ts';
import { receiptTexts } from './receipt-texts.ts';
import type { Receipt } from './receipt.ts';
import { countRecordsOf, recordsOf } from './receipts.store.ts';

const pageSize = 30;

/** Receipts to read: one source renders screen, text and paper. */
export class ReceiptsService {
  readonly #db: Db;
  readonly #settings: ReadSetting;

  constructor(db: Db, settings: ReadSetting) {
    this.#db = db;
    this.#settings = settings;
  }

  /** @throws Failure 404 `receipt_not_found` */
  async show(id: string, kind: ReceiptKind | undefined, format: 'winprint' | 'text'): Promise<string> {
    const source = await this.#source(await findReceipt(this.#db, id, kind));
    return format === 'text' ? renderText(source) : renderPage(source);
  }

  /**
   * Returns a receipt as text for a message to its customer; `customer` is null if the receipt has none.
   * @throws Failure 404 `receipt_not_found`
   */
  async textOf(id: string): Promise<{ customer: string | null; title: string; text: string }> {
    const receipt = await findReceipt(this.#db, id);
    return { customer: receipt.customer, title: receiptTexts(receipt).title, text: renderText(await this.#source(receipt)) };
  }

  /** Returns null for a receipt without a customer. @throws Failure 404 `receipt_not_found` */
  async customerOf(id: string): Promise<string | null> {
    return (await findReceipt(this.#db, id)).customer;
  }

  async #source(receipt: Receipt): Promise<string> {
    return receiptSource(receipt, { letterhead: await letterheadOf(this.#settings, receipt) });
  }

  /** Returns a customer's receipts, newest first, each with the state of its newest print. @throws Failure 404 `customer_not_found` */
  async ofCustomer(customer: string, page: string | undefined) {
    const after = cursorOf(page);
    await knownCustomer(this.#db, customer);
    const [found, count] = await Promise.all([recordsOf(this.#db, customer, after, pageSize), countRecordsOf(this.#db, customer)]);
    const { shown, nextPage } = pageOf(
      found.map((receipt) => ({ ...receipt, created: receipt.at })),
      pageSize,
    );
    const jobs = await newestPrintJobs(
      this.#db,
      shown.map(({ id }) => id),
    );
    return { receipts: shown.map((receipt) => listed(receipt, jobs.get(receipt.id))), count, next_page: nextPage };
  }
}

const listed = (receipt: Receipt, job: PrintJob | undefined) => ({
  id: receipt.id,
  kind: receipt.kind,
  title: receiptTexts(receipt).title,
  ...receiptSummary(receipt),
  created: receipt.at.toISOString(),
  site: receipt.site,
  terminal: receipt.terminal,
  employee: receipt.agent,
  print: job ? printAnswer(job) : null,
});

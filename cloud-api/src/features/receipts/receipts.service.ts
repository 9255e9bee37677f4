import receiptline from 'receiptline';
import type { Db } from '../../db/pool.ts';
import { siteOf, type Principal } from '../../http/caller.ts';
import { Failure, notFound } from '../../http/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CommandOutcome, SiteCommands } from '../../ports/site-commands.ts';
import { receiptColumns, receiptSource } from './receipt-source.ts';
import { beginPrintJob, endPrintJob, loadReceipt, printerFor } from './receipts.store.ts';

export type ReceiptKind = 'redeem' | 'priceincrease';

const page = (svg: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Receipt</title>
<style>body { margin: 0; background: #fff } svg { display: block; width: 80mm; height: auto; margin: 0 auto } @page { margin: 4mm }</style>
${svg}
</html>
`;

interface PrintAnswer {
  state: 'printed' | 'unknown' | 'failed';
  message: string;
}

function answerOf(state: PrintAnswer['state'], reason: string | null): PrintAnswer {
  const because = reason ? ` (${reason})` : '';
  const messages = {
    printed: 'Printed',
    unknown: `It is not known whether the receipt was printed${because}. Please look at the printer`,
    failed: `The receipt was not printed${because}`,
  };
  return { state, message: messages[state] };
}

function endOf(outcome: CommandOutcome<'printer.print'>): { state: PrintAnswer['state']; reason: string | null } {
  switch (outcome.kind) {
    case 'answered':
      return outcome.result;
    case 'unreachable':
      return { state: 'failed', reason: outcome.message };
    case 'unknown':
      return { state: 'unknown', reason: outcome.message };
    case 'refused':
      return { state: outcome.code === 'failed' ? 'unknown' : 'failed', reason: outcome.message };
    default:
      return outcome satisfies never;
  }
}

/** One source renders screen, text and paper (design section 9, "Paper is an act with a job id"). */
export class ReceiptsService {
  readonly #db: Db;
  readonly #sites: SiteCommands;
  readonly #clock: Clock;

  constructor(options: { db: Db; sites: SiteCommands; clock: Clock }) {
    this.#db = options.db;
    this.#sites = options.sites;
    this.#clock = options.clock;
  }

  /** @throws Failure 404 `receipt_not_found` */
  async show(usageId: string, kind: ReceiptKind, format: 'winprint' | 'text'): Promise<string> {
    const source = await this.#source(usageId, kind);
    if (format === 'text') return receiptline.transform(source, { cpl: receiptColumns, command: 'text' });
    return page(receiptline.transform(source, { cpl: receiptColumns, encoding: 'multilingual', command: 'svg' }));
  }

  /**
   * Sends the receipt once to the printer of the session's terminal; the same job answers what became of it.
   * @throws Failure 404 `receipt_not_found`, 409 `no_location` or `no_printer`
   */
  async print(usageId: string, kind: ReceiptKind, job: string, principal: Principal): Promise<PrintAnswer> {
    const site = siteOf(principal);
    const source = await this.#source(usageId, kind);
    const printer = await printerFor(this.#db, site, principal.terminal);
    if (!printer) throw new Failure(409, 'no_printer', 'This terminal has no receipt printer');
    const begun = await beginPrintJob(this.#db, { id: job, site, printer: printer.id, kind, subject: usageId, asked: this.#clock.now() });
    if (begun && begun.state !== 'printing') return answerOf(begun.state as PrintAnswer['state'], begun.reason);

    const end = endOf(await this.#sites.send(site, printer.id, 'printer.print', { job, source }, { id: job }));
    await endPrintJob(this.#db, job, end.state === 'unknown' ? 'printing' : end.state, end.reason, this.#clock.now());
    return answerOf(end.state, end.reason);
  }

  async #source(usageId: string, kind: ReceiptKind): Promise<string> {
    const receipt = await loadReceipt(this.#db, usageId, kind);
    if (!receipt)
      throw notFound(
        'receipt_not_found',
        kind === 'redeem' ? 'There is no such receipt' : 'No price increase lies ahead for this customer',
      );
    return receiptSource(receipt);
  }
}

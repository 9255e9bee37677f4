import type { Database } from 'node-firebird';
import { SalesNotStored, type SalesCursor, type SalesBatch } from '../../../ports/pos-sales.ts';
import { isConflict, isLossOfServer } from '../firebird-errors.ts';
import { hasOutbox, takeOutboxSales } from './outbox.ts';
import { pollSales } from './polling.ts';
import { emptyCursor } from './sales-cursor.ts';

/** New sales of a site: from Sitewatch's OUTBOX if accessible, otherwise by polling for higher object ids. */
export class NewSales {
  readonly #site: number;
  /** Null until the OUTBOX is tried. */
  #outbox: boolean | null = null;

  constructor(site: number) {
    this.#site = site;
  }

  /** Implements the port's `takeSales`. */
  async take(database: Database, cursor: SalesCursor | null, store: (taken: SalesBatch) => void, signal: AbortSignal): Promise<boolean> {
    const storeAndPass = storing(store);
    this.#outbox ??= await hasOutbox(database, signal);
    if (!this.#outbox) return pollSales(database, this.#site, cursor, storeAndPass, signal);
    try {
      return await takeOutboxSales(database, this.#site, cursor ?? emptyCursor, storeAndPass, signal);
    } catch (error) {
      if (isLossOfServer(error) || isConflict(error) || error instanceof SalesNotStored) throw error;
      const isMore = await pollSales(database, this.#site, cursor, storeAndPass, signal);
      // the table exists but is not accessible: if the sales themselves were at fault, polling them by number would have failed too
      this.#outbox = false;
      return isMore;
    }
  }
}

/** marks an error of storing, because a full disk is not Sitewatch's fault */
const storing =
  (store: (taken: SalesBatch) => void) =>
  (taken: SalesBatch): void => {
    try {
      store(taken);
    } catch (error) {
      throw new SalesNotStored('Couldn’t store new sales', { cause: error });
    }
  };

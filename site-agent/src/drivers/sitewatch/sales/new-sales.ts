import type { Database } from 'node-firebird';
import { SalesNotStored, type SalesCursor, type SalesBatch } from '../../../ports/pos-sales.ts';
import { isConflict, isLossOfServer } from '../firebird-errors.ts';
import { hasOutbox, takeOutboxSales } from './outbox.ts';
import { pollSales } from './polling.ts';
import { emptyCursor } from './sales-cursor.ts';

/** New sales of a site: from Sitewatch's OUTBOX where we may use it, else by asking for higher object ids. */
export class NewSales {
  readonly #site: number;
  /** Null until the OUTBOX was tried. */
  #outbox: boolean | null = null;

  constructor(site: number) {
    this.#site = site;
  }

  /** Does what `takeSales` of the port says. */
  async take(database: Database, cursor: SalesCursor | null, store: (taken: SalesBatch) => void, signal: AbortSignal): Promise<boolean> {
    const storeAndPass = storing(store);
    this.#outbox ??= await hasOutbox(database, signal);
    if (!this.#outbox) return pollSales(database, this.#site, cursor, storeAndPass, signal);
    try {
      return await takeOutboxSales(database, this.#site, cursor ?? emptyCursor, storeAndPass, signal);
    } catch (error) {
      if (isLossOfServer(error) || isConflict(error) || error instanceof SalesNotStored) throw error;
      const isMore = await pollSales(database, this.#site, cursor, storeAndPass, signal);
      // The table exists and we may not use it. Had the sales themselves been the fault, asking for them by number would have failed too.
      this.#outbox = false;
      return isMore;
    }
  }
}

/** Marks an error of storing, because a full disk is no fault of Sitewatch's. */
const storing =
  (store: (taken: SalesBatch) => void) =>
  (taken: SalesBatch): void => {
    try {
      store(taken);
    } catch (error) {
      throw new SalesNotStored('Couldn’t store new sales', { cause: error });
    }
  };

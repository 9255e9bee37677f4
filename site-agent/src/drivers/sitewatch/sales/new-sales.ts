import type { Database } from 'node-firebird';
import { SalesNotKept, type SalesSeen, type TakenSales } from '../../../ports/pos-sales.ts';
import { isConflict, isLossOfServer } from '../firebird-errors.ts';
import { hasOutbox, takeFromOutbox } from './outbox.ts';
import { takeByPolling } from './polling.ts';
import { nothingSeen } from './seen.ts';

/** New sales of a site: out of Sitewatch's OUTBOX where we may use it, else by looking for higher object ids. */
export class NewSales {
  readonly #site: number;
  /** Null until it was tried. */
  #outbox: boolean | null = null;

  constructor(site: number) {
    this.#site = site;
  }

  /** As the port's `takeSales`. */
  async take(database: Database, seen: SalesSeen | null, keep: (taken: TakenSales) => void, signal: AbortSignal): Promise<boolean> {
    const store = storing(keep);
    this.#outbox ??= await hasOutbox(database, signal);
    if (!this.#outbox) return takeByPolling(database, this.#site, seen, store, signal);
    try {
      return await takeFromOutbox(database, this.#site, seen ?? nothingSeen, store, signal);
    } catch (error) {
      if (isLossOfServer(error) || isConflict(error) || error instanceof SalesNotKept) throw error;
      // A table of that name is there and is not ours to use.
      this.#outbox = false;
      return takeByPolling(database, this.#site, seen, store, signal);
    }
  }
}

/** A disk that is full is no fault of Sitewatch's. */
const storing =
  (keep: (taken: TakenSales) => void) =>
  (taken: TakenSales): void => {
    try {
      keep(taken);
    } catch (error) {
      throw new SalesNotKept('New sales could not be stored', { cause: error });
    }
  };

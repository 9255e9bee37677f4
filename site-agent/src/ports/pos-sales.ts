import type { DurablePayload } from '@washdesk/site-protocol/events';

/** A sale that a register wrote by itself. */
export type RegisterSale = DurablePayload<'sale'>;

/** The object id up to which sales of the point of sale were taken. */
export interface SalesCursor {
  /** The highest object id taken. */
  upTo: number;
  /** Object ids taken that are so little below `upTo` that a slow register may still write between them. */
  near: number[];
}

export interface SalesBatch {
  sales: RegisterSale[];
  cursor: SalesCursor;
}

/** `store` could not store the sales, for the reason in `cause`: none is taken, and the point of sale works. */
export class SalesNotStored extends Error {
  override readonly name = 'SalesNotStored';
}

/** New sales, taken one batch after the other. */
export interface PosSales {
  /**
   * Hands the oldest sales that were not taken yet to `store`, which stores them before it returns; only then are they taken. Cut off
   * between the two, the same batch comes again. Sales that Washdesk wrote itself are taken and not handed over.
   * @param cursor as `store` stored it last; null begins with sales that are new from now on
   * @returns whether more may be waiting
   * @throws PosUnavailable | PosTimedOut | PosRefused, and SalesNotStored where `store` threw
   */
  takeSales(cursor: SalesCursor | null, store: (taken: SalesBatch) => void, signal: AbortSignal): Promise<boolean>;
}

import type { DurablePayload } from '@washdesk/site-protocol/events';

/** A sale made at a register. */
export type RegisterSale = DurablePayload<'sale'>;

/** The object id up to which sales of the point of sale were taken. */
export interface SalesCursor {
  /** The highest object id taken. */
  upTo: number;
  /** Object ids taken close below `upTo`, where a slow register may still write. */
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

/** New sales, taken batch by batch. */
export interface PosSales {
  /**
   * Passes the oldest sales not taken yet to `store`, which stores them before it returns; only then are they taken. If interrupted in
   * between, the same batch is passed again. Washdesk's own sales are taken but not passed.
   * @param cursor as `store` stored it last; null starts with sales that are new from now on
   * @returns whether more may be waiting
   * @throws PosUnavailable | PosTimedOut | PosRefused, and SalesNotStored if `store` threw
   */
  takeSales(cursor: SalesCursor | null, store: (taken: SalesBatch) => void, signal: AbortSignal): Promise<boolean>;
}

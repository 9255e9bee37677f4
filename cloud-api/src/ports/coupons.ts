export interface CouponOrder {
  /** The invoice number, which names the order at the provider. */
  vendorId: string;
  firstName: string;
  lastName: string;
  /** The plate with its state: `ABC123-IL`. */
  plate: string;
  /** The requesting employee. */
  employee: string;
  sku: string;
  email: string;
}

/**
 * How an order ended. Reasons can be shown on screens and in logs: they contain no secret.
 * - made: `image` is its `data:` URL
 * - refused: the provider will never make it
 * - unavailable: it was certainly not ordered; a retry is harmless
 * - unknown: no response arrived; it may have been ordered
 */
export type CouponOutcome =
  | { kind: 'made'; image: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'unknown'; reason: string };

export interface Coupons {
  /**
   * Ends within 10 s.
   * @param mayExist whether this order may already exist: it is then looked up first
   */
  order(order: CouponOrder, mayExist: boolean): Promise<CouponOutcome>;
}

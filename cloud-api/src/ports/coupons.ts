/** The order of a wash coupon. */
export interface CouponOrder {
  /** The number of the invoice, which names the order at the provider. */
  vendorId: string;
  firstName: string;
  lastName: string;
  /** The plate with its state: `ABC123-IL`. */
  plate: string;
  /** Who asks for it. */
  employee: string;
  sku: string;
  email: string;
}

/**
 * How an order ended. Reasons can be shown on screens and in logs: they hold no secret.
 * - made: `image` is its `data:` address
 * - refused: the provider will never make it
 * - unavailable: it surely was not ordered; trying again is harmless
 * - unknown: no answer came; it may have been ordered
 */
export type CouponOutcome =
  | { kind: 'made'; image: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'unknown'; reason: string };

export interface Coupons {
  /**
   * Ends within 10 s.
   * @param mayExist whether this very order may have been made already: then it is looked for first
   */
  order(order: CouponOrder, mayExist: boolean): Promise<CouponOutcome>;
}

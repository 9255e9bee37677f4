export interface PaymentsProbe {
  /** Why calls fail, without an id or a key; null if the provider answers them. */
  problem: string | null;
  /** This computer's clock ahead of the provider's; null if its response has no time. */
  aheadMs: number | null;
  /** An event between the two instants; null if there is none, or it could not be read. */
  event: Date | null;
}

export interface PaymentsHealth {
  /** Makes one small call, which ends within 8 s. */
  probe(between: { after: Date; before: Date }): Promise<PaymentsProbe>;
}

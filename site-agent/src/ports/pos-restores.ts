/** What a point of sale must still contain. If it does not, it was restored from a backup. */
export interface PosRestores {
  /** The id of the last write that this run made; null before the first. */
  readonly lastWrite: string | null;
  /** Whether the write with this id is in the database. */
  hasWrite(id: string, signal: AbortSignal): Promise<boolean>;
  /** Returns the time of the newest write of Washdesk, as the site's wall clock; null if there is none. */
  newestWriteAt(signal: AbortSignal): Promise<string | null>;
  /** Returns the highest object id of the sales made before this time, by the site's wall clock. */
  lastSaleBefore(at: string, signal: AbortSignal): Promise<number>;
}

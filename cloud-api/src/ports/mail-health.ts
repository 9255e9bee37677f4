/** How the mail server answers. */
export interface MailHealth {
  /** Signs in at the server and sends nothing. */
  check(): Promise<void>;
  /** Why mail is not sent now; null if the server accepts it. */
  problem(): { since: string; reason: string } | null;
}

/** Hashes passwords, PINs and the secrets of service accounts. */
export interface SecretHasher {
  /** @returns a text with algorithm, cost, salt and hash */
  hash(secret: string): Promise<string>;
  /** Returns false after the same work if `hash` is null (unknown user, no PIN set), so that the time reveals nothing. */
  verify(hash: string | null, secret: string): Promise<boolean>;
}

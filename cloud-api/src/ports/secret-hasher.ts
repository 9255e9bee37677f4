/** Passwords, PINs and the secrets of service accounts, as they are stored. */
export interface SecretHasher {
  /** @returns a text that holds algorithm, cost, salt and hash */
  hash(secret: string): Promise<string>;
  /** `hash` null (no such person, no PIN set) is false after the same work, so that the time taken tells nothing. */
  verify(hash: string | null, secret: string): Promise<boolean>;
}

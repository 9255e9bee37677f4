/** An unusable configuration. The message lists every problem with its location, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

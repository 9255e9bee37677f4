import { readFileSync } from 'node:fs';
import { z } from 'zod';

const user = z.strictObject({
  username: z.string().min(1),
  /** In clear, or `scrypt:<salt>:<hash>` (both base64url) as `hashPassword` writes it. */
  password: z.string().min(1),
  /** Topic filters that the user may publish under, and subscribe to. */
  publish: z.array(z.string()),
  subscribe: z.array(z.string()),
});

const brokerConfig = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(1883),
  users: z.array(user).min(1),
});

export type BrokerUser = z.infer<typeof user>;
export type BrokerConfig = z.infer<typeof brokerConfig>;

/** @throws Error naming every fault of the file */
export function readBrokerConfig(file: string): BrokerConfig {
  const parsed = brokerConfig.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';

const user = z.strictObject({
  username: z.string().min(1),
  /** The plain password, or `scrypt:<salt>:<hash>` (both base64url) as `hashPassword` writes it. */
  password: z
    .string()
    .regex(/^(?!scrypt:)|^scrypt:[\w-]{22}:[\w-]{43}$/, 'a hash is scrypt:<salt>:<hash> of 16 and 32 bytes in base64url')
    .min(1),
  /** Whether the user needs a certificate of `tls.clientCaFile` besides the password, with the username as its common name. */
  certificate: z.boolean().optional(),
  /** Topic filters for publishing and subscribing. */
  publish: z.array(z.string()),
  subscribe: z.array(z.string()),
});

const tls = z.strictObject({
  /** PEM files: the certificate with its chain, and its key. */
  certificateFile: z.string().min(1),
  keyFile: z.string().min(1),
  /** The CA that signs users' certificates. */
  clientCaFile: z.string().min(1).optional(),
});

const port = z.int().min(0).max(65_535);

/** A listener for sites, which have no accounts: a certificate of the site CA is the identity. PEM files. */
const sites = z.strictObject({
  host: z.string().optional(),
  port: port.default(8883),
  /** The broker's certificate with its chain, and its key. */
  certificateFile: z.string().min(1),
  keyFile: z.string().min(1),
  /** The site CA. */
  caFile: z.string().min(1),
  /** `/api/agent/revoked` of the cloud. Sites are rejected until it was fetched once. */
  revokedUrl: z.url({ protocol: /^https?$/ }),
});

const brokerConfig = z
  .strictObject({
    host: z.string().default('127.0.0.1'),
    port: port.default(1883),
    /** Without it connections are not encrypted: only for a single machine. */
    tls: tls.optional(),
    users: z.array(user).min(1),
    sites: sites.optional(),
  })
  .refine(({ tls: given, users }) => given?.clientCaFile !== undefined || !users.some(({ certificate }) => certificate === true), {
    path: ['tls', 'clientCaFile'],
    message: 'name the CA of the users that need a certificate',
  });

export type BrokerUser = z.output<typeof user>;
export type BrokerTls = z.output<typeof tls>;
export type SitesConfig = z.output<typeof sites>;
export type BrokerConfig = z.output<typeof brokerConfig>;

/** Writes one line to the broker's log. */
export type BrokerLog = (event: string, fields: Record<string, unknown>) => void;

/** @throws Error naming every fault of the file */
export function readBrokerConfig(file: string): BrokerConfig {
  const parsed = brokerConfig.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

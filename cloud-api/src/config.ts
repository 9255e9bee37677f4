import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { needsPin, Role, roleNames, type RoleName } from '@washdesk/rules/company/roles';

type Environment = Record<string, string | undefined>;

const privateKey = (isRight: (key: KeyObject) => boolean, wrong: string) =>
  z.string().transform((pem, context): KeyObject => {
    try {
      const key = createPrivateKey(pem);
      if (isRight(key)) return key;
      context.addIssue(wrong);
    } catch {
      context.addIssue('must be a private key in PEM');
    }
    return z.NEVER;
  });
const ed25519Key = privateKey((key) => key.asymmetricKeyType === 'ed25519', 'must be an Ed25519 key');
const p256Key = privateKey((key) => key.asymmetricKeyDetails?.namedCurve === 'prime256v1', 'must be an EC key on P-256');

const caCertificate = z.string().transform((pem, context): X509Certificate => {
  try {
    const certificate = new X509Certificate(pem);
    if (certificate.ca) return certificate;
    context.addIssue('must be the certificate of a CA');
  } catch {
    context.addIssue('must be a certificate in PEM');
  }
  return z.NEVER;
});

/** Cashiers and Users sign in by number alone. */
const rolesThatMayNeedCodes = roleNames.filter((name) => needsPin(Role[name]));

const rolesWithCodes = z
  .string()
  .default('off')
  .transform((given, context): RoleName[] => {
    const names = given.split(',').map((name) => name.trim());
    const roles = rolesThatMayNeedCodes.filter((name) => names.includes(name));
    if (given === 'off' || (names.length > 0 && roles.length === names.length)) return roles;
    context.addIssue(`must be off, or some of ${rolesThatMayNeedCodes.join(', ')}, separated by commas`);
    return z.NEVER;
  });

const originUrl = z.string().transform((given, context): string => {
  const url = URL.parse(given);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  context.addIssue('must be an origin such as https://desk.example.com, without a path');
  return z.NEVER;
});

const port = z.coerce.number().int().min(0).max(65_535);
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

const schema = z.object({
  WASHDESK_DATABASE_URL: postgresUrl,
  /** Maximum number of database connections; with fewer, requests wait for each other. */
  WASHDESK_DATABASE_CONNECTIONS: z.coerce.number().int().min(4).max(200).default(16),
  WASHDESK_HOST: z.string().default('127.0.0.1'),
  WASHDESK_PORT: port.default(8080),
  WASHDESK_PUBLIC_URL: originUrl,
  WASHDESK_WEB_ROOT: z.string().optional(),
  /** Number of proxies in front that are trusted about the caller's address. */
  WASHDESK_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Whether a register's lookup records a usage; `no` only reads, for development. */
  WASHDESK_REDEEM: z.enum(['yes', 'no']).default('yes'),
  WASHDESK_BROKER_URL: z.string().regex(/^(mqtts?|wss?):\/\//, 'must start with mqtt:// or mqtts://'),
  WASHDESK_BROKER_USERNAME: z.string().optional(),
  WASHDESK_BROKER_PASSWORD: z.string().optional(),
  WASHDESK_STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key of Stripe'),
  WASHDESK_STRIPE_PUBLIC_KEY: z.string().regex(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe'),
  /** Without it Stripe's events are rejected. Two secrets, separated by a space, while it is being changed. */
  WASHDESK_STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+( whsec_\S+)?$/, 'must be a signing secret of Stripe, or two separated by a space')
    .optional(),
  WASHDESK_STRIPE_HOST: z.string().optional(),
  WASHDESK_STRIPE_PORT: port.optional(),
  WASHDESK_STRIPE_PROTOCOL: z.enum(['http', 'https']).optional(),
  /** Stripe's limit in live mode is 100 in total: the rest is left to interactive calls. */
  WASHDESK_STRIPE_BACKGROUND_PER_SECOND: z.coerce.number().int().min(1).max(10_000).default(60),
  /** Where browsers load Stripe's scripts from instead of Stripe: a simulator, never with real money. */
  WASHDESK_STRIPE_SCRIPTS_URL: originUrl.optional(),
  /** A file `{"offsetMs": n}` that moves the company's time; never with real money. */
  WASHDESK_CLOCK_FILE: z.string().optional(),
  WASHDESK_STRIPE_DASHBOARD_URL: z.url().default('https://dashboard.stripe.com'),
  /** The mail server and the sender's address; without both e-mail is off. */
  WASHDESK_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  WASHDESK_MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'must be an email address, or a name with one in angle brackets')
    .optional(),
  /** A Twilio account and the company's number there; without all three text messages are off. */
  WASHDESK_SMS_ACCOUNT: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'must be an account of Twilio')
    .optional(),
  WASHDESK_SMS_TOKEN: z.string().min(8).optional(),
  WASHDESK_SMS_FROM: z
    .string()
    .regex(/^\+\d{8,15}$|^\d{4,8}$/, 'must be a phone number such as +18155550100, or a short code')
    .optional(),
  WASHDESK_SMS_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.twilio.com'),
  /** The account at FetchApp, which makes wash coupons; without both coupons are off. */
  WASHDESK_FETCHAPP_KEY: z.string().min(4).optional(),
  WASHDESK_FETCHAPP_TOKEN: z.string().min(8).optional(),
  WASHDESK_FETCHAPP_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://app.fetchapp.com/api/v2'),
  /** A Redis server as the cache shared by all servers of this company; without it each caches in its own memory. */
  WASHDESK_REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .refine((url) => URL.canParse(url), 'must be an address')
    .optional(),
  WASHDESK_TOKEN_KEY: ed25519Key,
  /** Roles that enter a one-time code at every sign-in and approval, or `off`. */
  WASHDESK_ONE_TIME_CODES: rolesWithCodes,
  WASHDESK_COMMAND_KEY: ed25519Key,
  WASHDESK_COMMAND_KID: z.string().min(1).max(64).default('cloud-1'),
  /** The key that will sign commands after a rotation: enrolled agents accept it from now on. */
  WASHDESK_NEXT_COMMAND_KEY: ed25519Key.optional(),
  WASHDESK_NEXT_COMMAND_KID: z.string().min(1).max(64).optional(),
  /** The CA of the sites' certificates and the address of the broker for them; without all three agents are not enrolled. */
  WASHDESK_SITE_CA_CERTIFICATE: caCertificate.optional(),
  WASHDESK_SITE_CA_KEY: p256Key.optional(),
  WASHDESK_SITE_BROKER_URL: z
    .string()
    .regex(/^(mqtts|wss):\/\//, 'must start with mqtts:// or wss://')
    .optional(),
  /** The CA of the broker's certificate if it is not the sites'; `public` for one that every computer trusts. */
  WASHDESK_SITE_BROKER_CA: z.union([z.literal('public'), caCertificate], 'must be public, or the certificate of a CA in PEM').optional(),
  /** The page or folder with the agent's installers. */
  WASHDESK_AGENT_DOWNLOAD_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder with the agent's releases, the same for every instance; without it agents are not updated from here. */
  WASHDESK_RELEASES_FOLDER: z.string().refine(path.isAbsolute, 'must be an absolute path').optional(),
  /** Folders whose disks must not become full, besides that of this program and of the releases. */
  WASHDESK_WATCHED_FOLDERS: z
    .string()
    .transform((given) => given.split(',').map((folder) => folder.trim()))
    .refine((folders) => folders.every((folder) => path.isAbsolute(folder)), 'must be absolute paths, separated by commas')
    .default([]),
  WASHDESK_SYSTEM_MESSAGE: z.string().max(500).optional(),
  WASHDESK_DXT_URL: z.url().optional(),
  /** After this many seconds an unfinished operation at Stripe is recovered. */
  WASHDESK_OPERATION_RECOVERY_SECONDS: z.coerce.number().min(1).max(600).default(60),
  /** After this many seconds a difference between systems is read again on both sides before it counts. */
  WASHDESK_COMPARE_SETTLE_SECONDS: z.coerce.number().min(0).max(600).default(20),
  /** The limit per session, device or address. */
  WASHDESK_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(1_200),
  /** After SIGTERM: how long requests are still served while `/health/ready` is 503, until the proxy has noticed. */
  WASHDESK_DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** What a scraper of `/metrics` sends; without it only this machine may, and only without a proxy. */
  WASHDESK_METRICS_TOKEN: z.string().min(16).optional(),
  WASHDESK_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
});
export type Config = z.output<typeof schema>;

export type SettingName = keyof Config;

/** Settings that are stored as files, readable by cloud-api only. */
export const fileSettings: ReadonlySet<string> = new Set<SettingName>([
  'WASHDESK_DATABASE_URL',
  'WASHDESK_REDIS_URL',
  'WASHDESK_BROKER_PASSWORD',
  'WASHDESK_STRIPE_SECRET_KEY',
  'WASHDESK_STRIPE_WEBHOOK_SECRET',
  'WASHDESK_SMTP_URL',
  'WASHDESK_SMS_TOKEN',
  'WASHDESK_FETCHAPP_KEY',
  'WASHDESK_FETCHAPP_TOKEN',
  'WASHDESK_METRICS_TOKEN',
  'WASHDESK_TOKEN_KEY',
  'WASHDESK_COMMAND_KEY',
  'WASHDESK_SITE_CA_CERTIFICATE',
  'WASHDESK_SITE_CA_KEY',
  'WASHDESK_SITE_BROKER_CA',
]);

const names = Object.keys(schema.shape);

/** Returns what is wrong with the value of one setting, or null. */
export function settingProblem(name: string, value: string): string | null {
  if (!names.includes(name)) return 'no such setting';
  const parsed = schema.shape[name as SettingName].safeParse(value);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'is invalid');
}

/** Every problem of the environment, in one message. */
export class ConfigurationError extends Error {}

/** Every variable may also be set as `NAME_FILE`, a file with the value: this is how containers receive secrets. */
function withFiles(environment: Environment, wanted: readonly string[], problems: string[]): Environment {
  const values: Environment = {};
  for (const name of wanted) {
    const file = environment[`${name}_FILE`];
    if (file && environment[name]) problems.push(`${name}: give either ${name} or ${name}_FILE, not both`);
    try {
      values[name] = file ? readFileSync(file, 'utf8').trim() : environment[name] || undefined;
    } catch {
      problems.push(`${name}_FILE: cannot read ${file}`);
    }
  }
  return values;
}

function unknownNames(environment: Environment): string[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(environment).filter((name) => name.startsWith('WASHDESK_') && !known.has(name));
}

/** Variables that are valid only together. */
const groups: readonly (readonly (keyof Config)[])[] = [
  ['WASHDESK_SMTP_URL', 'WASHDESK_MAIL_FROM'],
  ['WASHDESK_SMS_ACCOUNT', 'WASHDESK_SMS_TOKEN', 'WASHDESK_SMS_FROM'],
  ['WASHDESK_FETCHAPP_KEY', 'WASHDESK_FETCHAPP_TOKEN'],
  ['WASHDESK_SITE_CA_CERTIFICATE', 'WASHDESK_SITE_CA_KEY', 'WASHDESK_SITE_BROKER_URL'],
  ['WASHDESK_NEXT_COMMAND_KEY', 'WASHDESK_NEXT_COMMAND_KID'],
];

function halfGroups(config: Config): string[] {
  return groups.flatMap((group) => {
    const missing = group.filter((name) => config[name] === undefined);
    return missing.length === group.length
      ? []
      : missing.map((name) => `${name}: is missing; ${group.join(', ')} are given together or not at all`);
  });
}

/**
 * Settings for tests: renewals, deadlines and receipts by a moved clock must not touch real money, nor a simulator's scripts real cards.
 */
const onlyInTest = ['WASHDESK_CLOCK_FILE', 'WASHDESK_STRIPE_SCRIPTS_URL'] as const;

function foreignCaKey({ WASHDESK_SITE_CA_CERTIFICATE: certificate, WASHDESK_SITE_CA_KEY: key }: Config): string[] {
  return certificate && key && !certificate.checkPrivateKey(key) ? ['WASHDESK_SITE_CA_KEY: is not the key of the site CA'] : [];
}

function contradictions(config: Config): string[] {
  const isLive = [config.WASHDESK_STRIPE_SECRET_KEY, config.WASHDESK_STRIPE_PUBLIC_KEY].some((key) => key.includes('_live_'));
  const refused = onlyInTest.filter((name) => isLive && config[name] !== undefined);
  return [...refused.map((name) => `${name}: must not be set with a live Stripe key`), ...halfGroups(config), ...foreignCaKey(config)];
}

/**
 * Reads the configuration, from the environment only. See docs/decisions/0019-domains-and-features.md#configuration.
 * @throws ConfigurationError that lists every problem; never a value, because it may be a secret
 */
export function readConfig(environment: Environment): Config {
  const problems = unknownNames(environment).map((name) => `${name}: no such setting`);
  const parsed = schema.safeParse(withFiles(environment, names, problems));
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${describe(issue, environment)}`));
  else problems.push(...contradictions(parsed.data));
  if (problems.length || !parsed.success) throw new ConfigurationError(`The configuration is invalid:\n  ${problems.join('\n  ')}`);
  return parsed.data;
}

const describe = (issue: z.core.$ZodIssue, environment: Environment): string => {
  const name = String(issue.path[0]);
  return environment[name] || environment[`${name}_FILE`] ? issue.message : 'is missing';
};

/** For command-line tools that need only the database. */
export function databaseUrl(environment: Environment): string {
  const url = optionalUrl(environment, 'WASHDESK_DATABASE_URL');
  if (!url) throw new ConfigurationError('WASHDESK_DATABASE_URL is missing or not a postgres:// address');
  return url;
}

/** The owner of the tables, who runs migrations; null if the application itself is the owner. Not a setting of cloud-api. */
export const ownerDatabaseUrl = (environment: Environment): string | null => optionalUrl(environment, 'WASHDESK_OWNER_DATABASE_URL');

function optionalUrl(environment: Environment, name: string): string | null {
  const problems: string[] = [];
  const url = withFiles(environment, [name], problems)[name];
  if (problems[0]) throw new ConfigurationError(problems[0]);
  if (url === undefined) return null;
  const parsed = postgresUrl.safeParse(url);
  if (!parsed.success) throw new ConfigurationError(`${name} is missing or not a postgres:// address`);
  return parsed.data;
}

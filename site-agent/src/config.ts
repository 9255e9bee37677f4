import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { addDeviceProblems } from '@washdesk/site-protocol/site-configuration/device-problems';
import { defaultTags, lanes, receiver, sitewatchFields, tagFormat } from '@washdesk/site-protocol/site-configuration/site-configuration';
import { fileContents, secretOf } from './config-secrets.ts';
import { deviceConfig } from './drivers/registry.ts';
import { localPageConfig } from './local-page/config.ts';

/** The cloud's public key in PEM, as `openssl pkey -pubout` prints it. */
const ed25519Key = z.string().transform((pem, context): KeyObject => {
  const key = readKey(createPublicKey, pem);
  if (key?.asymmetricKeyType === 'ed25519') return key;
  context.addIssue('use an Ed25519 public key in PEM');
  return z.NEVER;
});

function readKey(create: typeof createPublicKey | typeof createPrivateKey, pem: string): KeyObject | null {
  try {
    return create(pem);
  } catch {
    // OpenSSL's text about a malformed key is useless; the caller names the key instead
    return null;
  }
}

const privateKeyFile = fileContents.transform((pem, context): KeyObject => {
  const key = readKey(createPrivateKey, pem);
  if (key) return key;
  context.addIssue('use a private key in PEM');
  return z.NEVER;
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** For a broker whose certificate a private CA signed, and for one that requires a certificate of each site. */
const brokerTls = z
  .strictObject({ caFile: fileContents.optional(), certificateFile: fileContents.optional(), keyFile: fileContents.optional() })
  .refine(
    ({ certificateFile, keyFile }) => (certificateFile === undefined) === (keyFile === undefined),
    'give certificateFile and keyFile together',
  )
  .transform(({ caFile, certificateFile, keyFile }) => ({ ca: caFile, cert: certificateFile, key: keyFile }));

const cloudUrl = z.url({ protocol: /^https?$/ });

/** A service account, or the site's certificate with its key. */
const cloud = z.union([
  secretOf('clientSecret', { url: cloudUrl, clientId: z.string().min(1) }),
  z
    .strictObject({ url: cloudUrl, certificateFile: fileContents, keyFile: privateKeyFile })
    .transform(({ url, certificateFile, keyFile }) => ({ url, certificate: certificateFile, key: keyFile })),
]);

const broker = secretOf('password', {
  url: z.url({ protocol: /^(mqtts?|wss?)$/ }),
  username: z.string().min(1),
  tls: brokerTls.optional(),
}).refine(({ url, tls }) => tls === undefined || /^(mqtts|wss):/u.test(url), { path: ['tls'], message: 'only with mqtts:// or wss://' });

const journalFields = z.strictObject({
  /** On a disk that survives a power failure. */
  folder: z.string().min(1),
  /** How much the events may take that the cloud has not acknowledged. */
  maxMegabytes: z.int().min(16).max(16_384).default(256),
  /** From this percentage on a disk that fills is reported. */
  diskWarnPercent: z.int().min(1).max(100).default(95),
  /** Folder for a daily copy, best on another disk. */
  backupFolder: z.string().min(1).optional(),
});

/** A folder alone has the defaults. */
const journal = z.preprocess((given) => (typeof given === 'string' ? { folder: given } : given), journalFields);

const dataFields = z.strictObject({
  folder: z.string().min(1),
  /** How long a configuration of the cloud is on trial before the previous one returns. */
  proveSeconds: z.int().min(5).max(600).default(60),
});

/** A folder alone has the defaults. */
const data = z.preprocess((given) => (typeof given === 'string' ? { folder: given } : given), dataFields);

const logFields = z.strictObject({
  level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** For files instead of stdout. Under the service host the default is `log` beside this file. */
  folder: z.string().min(1).optional(),
  /** The size of one file, and how many are kept. */
  maxMegabytes: z.int().min(1).max(1_024).default(5),
  files: z.int().min(2).max(20).default(5),
});

/**
 * The agent's one configuration file. Unknown names are rejected, so a misspelled name is reported and not ignored. Every secret can be
 * given directly or as a file name, `password` or `passwordFile`.
 */
export const agentConfig = z
  .strictObject({
    /** The mapped Sitewatch site number. */
    site: z.int().positive(),
    name: z.string().trim().min(1).max(80),
    /** IANA name, for Sitewatch's local time. Default: the zone of the agent's machine. */
    timeZone: z
      .string()
      .refine(isTimeZone, 'use an IANA name such as America/Chicago')
      .default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
    /** An enrolled agent has its cloud, broker and command keys in this folder (identity-folder.ts), and its site's name and zone. */
    identity: z.strictObject({ folder: z.string().min(1) }).optional(),
    cloud,
    broker,
    /** Keys by `kid`: two at a time while the cloud rotates its key. */
    commandKeys: z.record(z.string().min(1).max(64), ed25519Key).refine((keys) => Object.keys(keys).length > 0, 'name at least one key'),
    journal,
    /** `{"offsetMs": n}`: how far the company's time is ahead of the system's, if it is moved for training and tests. */
    clockFile: z.string().min(1).optional(),
    log: logFields.prefault({}),
    sitewatch: secretOf('password', sitewatchFields).optional(),
    /** Where devices post to. */
    receiver: receiver.optional(),
    /** The agent’s own page in the site’s network; without it there is none. */
    localPage: localPageConfig.optional(),
    devices: z.array(deviceConfig).default([]),
    lanes: lanes.prefault({}),
    tags: tagFormat.default(defaultTags),
    /**
     * For the configuration of the cloud and for secrets; by default the folder of the identity's. Without either the file is the whole
     * configuration.
     */
    data: data.optional(),
  })
  .superRefine(addDeviceProblems)
  .transform((config) => ({
    ...config,
    data: config.data ?? (config.identity && dataFields.parse({ folder: path.dirname(config.identity.folder) })),
  }));

export type AgentConfig = z.output<typeof agentConfig>;
type Complete = Omit<z.input<typeof agentConfig>, 'journal' | 'data'> & {
  journal: string | z.input<typeof journalFields>;
  data?: string | z.input<typeof dataFields>;
};
type Identified = 'site' | 'name' | 'cloud' | 'broker' | 'commandKeys';
/** The configuration as written in the file. */
export type AgentConfigInput =
  | Complete
  | (Omit<Complete, Identified> & Partial<Pick<Complete, Identified>> & { identity: { folder: string } });

import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { newAuthority } from '../../adapters/x509-authority/new-authority.ts';
import { x509Authority } from '../../adapters/x509-authority/x509-authority.ts';
import type { Answers } from './questions.ts';
import { secretFile, type SetupFolder } from './setup-folder.ts';

const newPassword = (): string => randomBytes(24).toString('base64url');
const newKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Creates keys and passwords that are neither answered nor there; existing ones stay. @returns the settings that name them */
export async function generateSecrets(folder: SetupFolder, { hosts, settings }: Answers): Promise<Record<string, string>> {
  const create: Record<string, () => string> = {
    WASHDESK_TOKEN_KEY: newKey,
    WASHDESK_COMMAND_KEY: newKey,
    WASHDESK_BROKER_PASSWORD: newPassword,
    WASHDESK_DATABASE_URL: () => newDatabaseUrl(folder, hosts.postgres),
    WASHDESK_REDIS_URL: () => `redis://:${folder.keep('redis-password', newPassword)}@${hosts.redis}:6379`,
  };
  const unanswered = Object.entries(create).filter(([setting]) => settings[setting] === undefined);
  const files = unanswered.map(([setting, value]) => folder.keepSecret(setting, value));
  return {
    WASHDESK_BROKER_URL: `mqtts://${hosts.mosquitto}:8884`,
    WASHDESK_BROKER_USERNAME: 'cloud',
    ...folder.settings(),
    ...Object.assign({}, ...files),
    ...(await siteAuthority(folder, hosts.mosquitto, settings)),
  };
}

/** Also creates the password and the address of the tables' owner, for migrations. */
function newDatabaseUrl(folder: SetupFolder, host: string): string {
  const owner = folder.keep('postgres-password', newPassword);
  folder.keep('owner-database-url', () => `postgres://washdesk:${owner}@${host}:5432/washdesk`);
  return `postgres://washdesk_cloud:${newPassword()}@${host}:5432/washdesk`;
}

const [certificate, key] = ['WASHDESK_SITE_CA_CERTIFICATE', 'WASHDESK_SITE_CA_KEY'] as const;

/** Creates the CA of the sites, and by it the broker's certificate, once the broker's address for sites is known. */
async function siteAuthority(folder: SetupFolder, host: string, settings: Answers['settings']): Promise<Record<string, string>> {
  const address = settings['WASHDESK_SITE_BROKER_URL'] ?? folder.settingOf('WASHDESK_SITE_BROKER_URL');
  if (address === null || settings[certificate] !== undefined || folder.has(secretFile(certificate))) return {};
  const now = new Date();
  const authority = await newAuthority('Washdesk sites', now);
  const signing = await x509Authority(new X509Certificate(authority.certificate), createPrivateKey(authority.key));
  const broker = await authority.issueServer([...new Set([new URL(address).hostname, host, 'localhost'])]);
  folder.write('mosquitto/broker.pem', broker.certificate);
  folder.write('mosquitto/broker.key', broker.key);
  folder.write('mosquitto/ca.pem', authority.certificate);
  // Mosquitto rejects every site without a list
  folder.write('mosquitto/revoked.pem', await signing.revocationList([], 0n, now));
  folder.write('secrets/broker-ca.pem', authority.certificate);
  return { ...folder.secret(key, authority.key), ...folder.secret(certificate, authority.certificate) };
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newAuthority } from '../../adapters/x509-authority/new-authority.ts';
import { x509Authority } from '../../adapters/x509-authority/x509-authority.ts';
import { controlFiles, hashedPassword } from './mosquitto-accounts.ts';
import type { Answers } from './questions.ts';
import { secretFile, type SetupFolder } from './setup-folder.ts';

const shipped = path.join(import.meta.dirname, '../../../../deploy/mosquitto');
const [certificate, key, password] = ['WASHDESK_SITE_CA_CERTIFICATE', 'WASHDESK_SITE_CA_KEY', 'WASHDESK_BROKER_PASSWORD'] as const;

/** Writes what Mosquitto reads, into `mosquitto/`. @returns the settings of the CA that it creates */
export async function writeMosquittoFiles(
  folder: SetupFolder,
  { hosts, settings }: Answers,
  brokerPassword: string,
): Promise<Record<string, string>> {
  for (const list of ['sites.acl', 'cloud.acl']) folder.write(`mosquitto/${list}`, readFileSync(path.join(shipped, list), 'utf8'));
  if (settings[password] !== undefined || !folder.has('mosquitto/passwords'))
    folder.write('mosquitto/passwords', `cloud:${hashedPassword(brokerPassword)}\n`);
  if (!folder.has('mosquitto/control/curl.conf'))
    for (const [name, text] of Object.entries(controlFiles())) folder.write(`mosquitto/control/${name}`, text);
  return siteAuthority(folder, hosts.mosquitto, settings);
}

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

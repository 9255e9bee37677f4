import { readConfigurationText, splitFileName } from '@washdesk/site-protocol/site-configuration/configuration-text';
import { siteConfigurationNames } from '@washdesk/site-protocol/site-configuration/site-configuration';
import type { Content } from './configuration.store.ts';

type Group = Record<string, unknown>;

interface Imported {
  content: Content;
  notes: string[];
}

/** How a file gives a secret, and the field that names it in a configuration of the cloud. */
const secretFields: Readonly<Record<string, string>> = {
  password: 'passwordSecret',
  passwordFile: 'passwordSecret',
  secret: 'pathSecret',
  secretFile: 'pathSecret',
  keyFile: 'keySecret',
};
/** Certificates in files of the site's computer, and the field for their text. */
const certificateFields: Readonly<Record<string, string>> = { caFile: 'ca', certificateFile: 'certificate' };

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value);
const nameOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);

/** Returns the cloud's part of an agent's file. A file has secrets and paths, a configuration of the cloud only names of secrets. */
export function importedConfiguration(text: string): Imported {
  const { value } = readConfigurationText(text);
  const file = isGroup(value) ? value : {};
  const notes: string[] = [];
  const content = Object.fromEntries(
    siteConfigurationNames.filter((name) => name in file).map((name) => [name, imported(file[name], name, notes)]),
  );
  const taken = Object.keys(content);
  if (taken.length > 0 && !text.includes(`\n# ${splitFileName}\n`))
    notes.push(`Remove ${taken.join(', ')} from the agent’s file: a part in both is refused`);
  return { content, notes };
}

/** @param owner a device's id, or the group: begins the names of its secrets */
function imported(value: unknown, owner: string, notes: string[]): unknown {
  if (Array.isArray(value))
    return value.map((one) => imported(one, isGroup(one) && typeof one['id'] === 'string' ? one['id'] : owner, notes));
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const [secret, certificate] = [secretFields[field], certificateFields[field]];
      if (secret !== undefined) return [secret, namedSecret(owner, secret, notes)];
      if (certificate === undefined) return [field, imported(inner, owner, notes)];
      notes.push(`${owner}: paste the certificate of the file ${String(inner)} into ${certificate}`);
      return [certificate, ''];
    }),
  );
}

function namedSecret(owner: string, field: string, notes: string[]): string {
  const name = field === 'keySecret' ? nameOf(`${owner}-key`) : nameOf(owner);
  notes.push(`${owner}: store its secret on the site’s computer with: site-agent secret ${name}`);
  return name;
}

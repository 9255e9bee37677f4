import { isShownInParts, readConfigurationText } from '@washdesk/site-protocol/site-configuration/configuration-text';
import { secretNameFor, withoutFileValues } from '@washdesk/site-protocol/site-configuration/file-values';
import { isGroup } from '@washdesk/site-protocol/site-configuration/group';
import { siteConfigurationNames } from '@washdesk/site-protocol/site-configuration/site-configuration';
import type { Content } from './configuration.store.ts';

interface Imported {
  content: Content;
  notes: string[];
}

/** Returns the cloud's part of an agent's file. A file has secrets and paths, a configuration of the cloud only names of secrets. */
export function importedConfiguration(text: string): Imported {
  const { value } = readConfigurationText(text);
  const file = isGroup(value) ? value : {};
  const notes: string[] = [];
  const content = Object.fromEntries(
    siteConfigurationNames.filter((name) => name in file).map((name) => [name, imported(file[name], name, notes)]),
  );
  const taken = Object.keys(content);
  if (taken.length > 0 && !isShownInParts(text)) notes.push(`Remove ${taken.join(', ')} from the agent’s file: a part in both is refused`);
  return { content, notes };
}

/** @param notes receives what is left to do for each secret and certificate */
const imported = (value: unknown, owner: string, notes: string[]): unknown =>
  withoutFileValues(value, owner, {
    secret(given) {
      const name = secretNameFor(given);
      notes.push(`${given.owner}: store its secret on the site’s computer with: site-agent secret ${name}`);
      return name;
    },
    certificate(given) {
      notes.push(`${given.owner}: paste the certificate of the file ${String(given.value)} into ${given.cloudField}`);
      return '';
    },
  });

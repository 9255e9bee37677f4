import { fieldProblems, type FieldProblem } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import { fieldInWords } from '@washdesk/site-protocol/site-configuration/field';
import { siteConfiguration, siteConfigurationNames } from '@washdesk/site-protocol/site-configuration/site-configuration';
import type { CloudPart } from './configuration-store.ts';
import type { SecretsFolder } from './secrets-folder.ts';

export interface Merged {
  content: Record<string, unknown>;
  problems: FieldProblem[];
}

/** Adds the configuration of the cloud to the content of the computer's file, with the files of its secrets. */
export function mergeConfiguration(file: Record<string, unknown>, { content }: CloudPart, secrets: SecretsFolder): Merged {
  const problems = fieldProblems(siteConfiguration, content);
  const given = typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {};
  const inWords = (path: readonly PropertyKey[]): string => fieldInWords(siteConfiguration, content, path);
  for (const name of siteConfigurationNames) {
    if (!(name in file && name in given)) continue;
    problems.push({
      path: [name],
      field: inWords([name]),
      message: 'is in the file on the site’s computer too; remove it there or in the cloud',
    });
  }
  for (const { path, name } of secrets.missing(content)) {
    const message = `the secret '${name}' isn’t on this computer; run: site-agent secret ${name}`;
    problems.push({ path, field: inWords(path), message });
  }
  const resolved = problems.length === 0 ? (secrets.resolve(content) as Record<string, unknown>) : {};
  return { content: { ...file, ...resolved }, problems };
}

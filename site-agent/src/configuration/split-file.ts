import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { fieldProblems, problemOf } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import { configurationText } from '@washdesk/site-protocol/site-configuration/configuration-text';
import { secretNameFor, withoutFileValues, type FileValue } from '@washdesk/site-protocol/site-configuration/file-values';
import { siteConfiguration, siteConfigurationNames } from '@washdesk/site-protocol/site-configuration/site-configuration';
import { ConfigError } from '../config-error.ts';
import { writePrivateFile } from '../identity/write-file.ts';
import { ConfigurationStore } from './configuration-store.ts';
import { SecretsFolder } from './secrets-folder.ts';

/**
 * Moves what the cloud can configure out of the agent's file: to `site-configuration.yaml` in the data folder, its secrets by name to the
 * folder `secrets`. The agent runs with the same devices as before. Can be repeated after a power failure.
 * @returns the names of the secrets
 * @throws ConfigError before anything is written
 */
export function splitFile(file: string, dataFolder: string): string[] {
  const document = parseDocument(readFileSync(file, 'utf8'));
  const whole = document.toJS() as Record<string, unknown>;
  const names = siteConfigurationNames.filter((name) => name in whole);
  if (names.length === 0) throw new ConfigError(`${file} has nothing that the cloud configures`);
  const store = new ConfigurationStore(dataFolder);
  if (store.current()?.version) throw new ConfigError('The cloud configures this site already');

  const secrets = new Map<string, string>();
  const part = Object.fromEntries(names.map((name) => [name, split(whole[name], name, secrets)]));
  const problems = fieldProblems(siteConfiguration, part).map((problem) => problemOf(problem).sentence);
  if (problems.length > 0) throw new ConfigError(['The cloud can’t take this over:', ...problems].join('\n  '));

  const folder = new SecretsFolder(dataFolder);
  for (const [name, value] of secrets) {
    const known = existsSync(folder.file(name)) ? readFileSync(folder.file(name), 'utf8').trim() : value;
    if (known !== value) throw new ConfigError(`This computer has another secret '${name}'; remove ${folder.file(name)}`);
  }
  for (const [name, value] of secrets) folder.write(name, value);
  likeBefore(statSync(dataFolder), store.writeOfComputer(configurationText(part)));
  for (const name of names) document.delete(name);
  const before = statSync(file);
  writePrivateFile(file, String(document));
  chmodSync(file, before.mode & 0o777);
  likeBefore(before, file);
  return [...secrets.keys()];
}

/** @param secrets receives the secrets by name */
const split = (value: unknown, owner: string, secrets: Map<string, string>): unknown =>
  withoutFileValues(value, owner, {
    secret: (given) => named(given, given.field.endsWith('File') ? contentOf(given.value) : String(given.value), secrets),
    certificate: (given) => contentOf(given.value),
  });

function named(given: FileValue, value: string, secrets: Map<string, string>): string {
  const name = secretNameFor(given);
  const known = secrets.get(name);
  if (known !== undefined && known !== value) throw new ConfigError(`Two secrets would have the name '${name}'; rename ${given.owner}`);
  secrets.set(name, value);
  return name;
}

function contentOf(file: unknown): string {
  try {
    return readFileSync(String(file), 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${String(file)} can’t be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Gives a file that root wrote to the agent's user. */
function likeBefore({ uid, gid }: { uid: number; gid: number }, file: string): void {
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}

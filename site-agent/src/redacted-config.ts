import { readFileSync } from 'node:fs';
import { parseDocument, stringify } from 'yaml';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';

const redacted = '[redacted]';
/** A name that ends so has a secret, unless the name says that it has only the secret's file. */
const secretName = /(?:password|passphrase|secret|pin|token|credential|key)s?$/iu;
const keyBlock = /-----BEGIN [A-Z ]*PRIVATE KEY-----/u;
const userInUrl = /(?<scheme>\b[a-z][a-z\d+.-]*:\/\/)[^\s/@]+@/giu;

/** Returns the agent's configuration file without secrets, for people far from the site; without its comments, which may have some. */
export function redactedConfig(text: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) return 'The file is not valid YAML';
  return redactCardNumbers(stringify(withoutSecrets(document.toJS())));
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value === 'string') return keyBlock.test(value) ? redacted : value.replaceAll(userInUrl, `$<scheme>${redacted}@`);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? redacted : withoutSecrets(inner)]));
}

/** Shorter values would remove ordinary words from texts. */
const shortestSecret = 6;
const secretFileName = /(?:password|passphrase|secret|pin|token|credential|key)File$/iu;

/** Returns a function that removes the configuration's secrets from a text, also those in files of their own, and in these. */
export function withoutSecretsOf(text: string, files: readonly string[] = []): (line: string) => string {
  const secrets = [...secretsIn(parseDocument(text).toJS()), ...files.map(contentOf)].filter((secret) => secret.length >= shortestSecret);
  return (line) => secrets.reduce((shown, secret) => shown.replaceAll(secret, redacted), line);
}

function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (typeof inner !== 'string' && typeof inner !== 'number') return secretsIn(inner);
    if (isSecret(name, inner)) return [String(inner)];
    return secretFileName.test(name) ? [contentOf(String(inner))] : [];
  });
}

/** A file that is missing now has no secret to remove. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

const isSecret = (name: string, value: unknown): boolean => typeof value !== 'object' && secretName.test(name);

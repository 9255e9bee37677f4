import { z } from 'zod';

/** A secret of the site stays on its computer, in the folder `secrets`; the cloud has its name alone. */
export const secretName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'use a name of small letters, digits and -')
  .meta({ title: 'Secret', description: 'Name of a secret that is stored on the site’s computer with: site-agent secret <name>' });

/** Ends the name of each field that names a secret: `passwordSecret`. */
export const secretSuffix = 'Secret';

export interface NamedSecret {
  path: readonly (string | number)[];
  name: string;
}

/** Returns the secrets that a configuration names, each with its first field. */
export function secretsOf(content: unknown): NamedSecret[] {
  const named = fieldsOf(content, []).filter(({ path, name }) => {
    return String(path.at(-1)).endsWith(secretSuffix) && secretName.safeParse(name).success;
  });
  return named.filter(({ name }, place) => named.findIndex((other) => other.name === name) === place);
}

function fieldsOf(value: unknown, path: readonly (string | number)[]): NamedSecret[] {
  if (typeof value === 'string') return [{ path, name: value }];
  if (Array.isArray(value)) return value.flatMap((entry, place) => fieldsOf(entry, [...path, place]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]));
}

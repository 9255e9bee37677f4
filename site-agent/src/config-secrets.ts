import { readFileSync } from 'node:fs';
import { z } from 'zod';

const given = z.string().min(1).optional();

/**
 * An object with one secret that is given by itself (`password`) or as the name of a file that holds it (`passwordFile`).
 * The file is read while parsing, so that one that cannot be read is told together with all other problems.
 */
export function secretOf<const Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  const secretShape = { [name]: given, [`${name}File`]: given } as Record<Name | `${Name}File`, typeof given>;
  return z.strictObject({ ...shape, ...secretShape }).transform((parsed, context) => {
    const { [name]: secret, [`${name}File`]: file, ...others } = parsed as Record<string, unknown>;
    const value = resolveSecret(secret, file);
    if ('problem' in value) context.addIssue({ code: 'custom', path: [value.inFile ? `${name}File` : name], message: value.problem });
    return { ...others, [name]: 'secret' in value ? value.secret : '' } as z.output<z.ZodObject<Shape>> & Record<Name, string>;
  });
}

type Resolved = { secret: string } | { problem: string; inFile: boolean };

function resolveSecret(secret: unknown, file: unknown): Resolved {
  if (typeof secret === 'string' && file === undefined) return { secret };
  if (typeof file !== 'string') return { problem: 'give it here, or name a file that holds it', inFile: false };
  if (secret !== undefined) return { problem: 'give the secret or its file, not both', inFile: true };
  try {
    return { secret: readFileSync(file, 'utf8').trim() };
  } catch (error) {
    return { problem: `cannot be read: ${(error as Error).message}`, inFile: true };
  }
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';

const given = z.string().min(1).optional();

/** A file name, replaced by the file's content while parsing. */
export const fileContents = z.string().transform((file, context) => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    context.addIssue(`cannot be read: ${(error as Error).message}`);
    return z.NEVER;
  }
});
const contents = fileContents.optional();

/**
 * Returns an object with one secret, given directly (`password`) or as the name of a file that contains it (`passwordFile`). The file is
 * read while parsing, so an unreadable one is reported together with all other problems.
 */
export function secretOf<const Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  const file = `${name}File` as const;
  const secret = { [name]: given, [file]: contents } as Record<Name, typeof given> & Record<`${Name}File`, typeof contents>;
  return z
    .strictObject({ ...shape, ...secret })
    .refine((value) => name in value !== file in value, {
      path: [name],
      message: `give it here, or name the file that holds it as ${file}, not both`,
      // reported even if other fields have problems too
      when: ({ value }) => typeof value === 'object' && value !== null,
    })
    .transform((parsed) => {
      const { [file]: read, ...others } = parsed as Record<string, unknown>;
      return { [name]: read, ...others } as z.output<z.ZodObject<Shape>> & Record<Name, string>;
    });
}

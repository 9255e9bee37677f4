import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Difference } from './compare.ts';

const reasoned = { reason: z.string().min(10) };

const meantSchema = z.strictObject({
  /** Recordings that are not replayed. */
  conversations: z.array(z.strictObject({ name: z.string(), ...reasoned })),
  /** Requests that are not sent, such as `POST /v1/transfers`. */
  requests: z.array(z.strictObject({ request: z.string(), ...reasoned })),
  /** Requests about objects that no response of the recording created. */
  foreignIds: z.strictObject(reasoned),
  /** Values of `expand` that are not requested. */
  expands: z.array(z.strictObject({ expand: z.string(), ...reasoned })),
  /** Parameters that are not sent. */
  parameters: z.array(z.strictObject({ parameter: z.string(), ...reasoned })),
  /** Parts of responses: `**` matches any number of path steps, `*` one. `only` is the side that has the part. */
  fields: z.array(
    z.strictObject({
      path: z.string(),
      request: z.string().optional(),
      only: z.enum(['recorded', 'here']).optional(),
      ...reasoned,
    }),
  ),
  /** The same for whole fixture objects, by kind. */
  fixtures: z.array(z.strictObject({ path: z.string(), ...reasoned })),
});

export type AcceptedDifferences = z.infer<typeof meantSchema>;
export type AcceptedField = AcceptedDifferences['fields'][number];

export const acceptedDifferences = meantSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'accepted-differences.json'), 'utf8')),
);

/** Returns the accepted reason for a difference, if any. */
export function reasonFor(fields: readonly AcceptedField[], request: string, difference: Difference): AcceptedField | undefined {
  return fields.find(
    (field) =>
      (field.request === undefined || matchesPath(field.request, request)) &&
      matchesPath(field.path.replaceAll('.', '/'), difference.path.replaceAll('.', '/')) &&
      (field.only === undefined || difference[field.only === 'here' ? 'recorded' : 'here'] === undefined),
  );
}

/** Matches a path with slashes; `*` matches one step, `**` any number. */
export function matchesPath(pattern: string, path: string): boolean {
  return matchesSteps(pattern.split('/'), path.split('/'));
}

function matchesSteps([first, ...rest]: readonly string[], steps: readonly string[]): boolean {
  if (first === undefined) return steps.length === 0;
  if (first === '**') return steps.some((_, index) => matchesSteps(rest, steps.slice(index))) || rest.length === 0;
  const [step, ...further] = steps;
  return step !== undefined && (first === '*' || first === step) && matchesSteps(rest, further);
}

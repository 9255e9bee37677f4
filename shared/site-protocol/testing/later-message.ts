import { z } from 'zod';
import { unknownValue } from '../open-enum.ts';

/** A message as a later release sends it, and its form when read by this one. */
export interface LaterMessage {
  sent: unknown;
  read: unknown;
}

/** A field that a later release may add to any object. */
export const laterField = { laterField: { of: ['a later release', 1, null] } };
export const laterMember = 'later-member';

const texts = [
  'IL',
  'text',
  'a text of 16 characters and more',
  '019aa000-0000-7000-8000-000000000001',
  '2026-11-21T12:00:00.000Z',
  '2026-11-21',
  '2026-11-21 09:30:00',
  '0123456789abcdef',
];
const numbers = [1, 0];

/** Returns the first value that the schema accepts. */
function taken(schema: z.ZodType, candidates: readonly unknown[]): LaterMessage {
  const found = candidates.find((candidate) => schema.safeParse(candidate).success);
  if (found === undefined)
    throw new Error(`No candidate matches the schema: ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`);
  return { sent: found, read: found };
}

/**
 * Builds a message from its schema, with every optional field, an unknown field in every object and an unknown member in every enum. A
 * closed enum gets one too and makes the message unreadable, which is what the tests look for.
 */
export function laterMessage(schema: z.ZodType): LaterMessage {
  if (schema instanceof z.ZodObject) return laterObject(schema.shape);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return laterMessage(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) {
    const { sent, read } = laterMessage(schema.element as z.ZodType);
    return { sent: [sent], read: [read] };
  }
  if (schema instanceof z.ZodUnion) return laterMessage(schema.options[0] as z.ZodType);
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodEnum) return { sent: laterMember, read: unknownValue };
  if (schema instanceof z.ZodEnum) return { sent: laterMember, read: laterMember };
  if (schema instanceof z.ZodLiteral) return taken(schema, [...schema.values]);
  if (schema instanceof z.ZodBoolean) return { sent: true, read: true };
  if (schema instanceof z.ZodUnknown) return { sent: laterField, read: laterField };
  return taken(schema, schema instanceof z.ZodNumber ? numbers : texts);
}

function laterObject(shape: Record<string, z.ZodType>): LaterMessage {
  const fields = Object.entries(shape).map(([name, schema]) => [name, laterMessage(schema)] as const);
  return {
    sent: { ...Object.fromEntries(fields.map(([name, { sent }]) => [name, sent])), ...laterField },
    read: Object.fromEntries(fields.map(([name, { read }]) => [name, read])),
  };
}

/** Returns each alternative of a union, or the schema itself. */
export const alternatives = (schema: z.ZodType): readonly z.ZodType[] =>
  schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [schema];

import { z } from 'zod';

type Path = readonly PropertyKey[];

/** Returns the schema without its default, optional and nullable. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrapped((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType) : schema;
}

/** Returns the schema of a field; null for an unknown one. `value` selects the driver of a device. */
export function fieldOf(schema: z.ZodType, name: PropertyKey, value: unknown): z.ZodType | null {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return (inner.shape[String(name)] as z.ZodType | undefined) ?? null;
  if (inner instanceof z.ZodArray) return inner.element as z.ZodType;
  if (inner instanceof z.ZodRecord) return inner.valueType as z.ZodType;
  if (inner instanceof z.ZodTuple) return (inner.def.items[Number(name)] as z.ZodType | undefined) ?? null;
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const option = optionOf(inner, value) ?? (name === inner.def.discriminator ? (inner.options[0] as z.ZodObject) : null);
    return option && fieldOf(option, name, value);
  }
  return null;
}

export function optionOf(union: z.ZodDiscriminatedUnion, value: unknown): z.ZodObject | null {
  const { discriminator } = union.def;
  const given = valueAt(value, [discriminator]);
  const options = union.options as z.ZodObject[];
  return options.find((option) => option.shape[discriminator]?.safeParse(given).success) ?? null;
}

export function titleOf(schema: z.ZodType): string | null {
  const title = schema.meta()?.title;
  if (title !== undefined) return title;
  const inner = unwrapped(schema);
  return inner === schema ? null : titleOf(inner);
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, name) => {
    return typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[name] : undefined;
  }, value);
}

/** Returns the field's name in words: `Device south, Port`. */
export function fieldInWords(schema: z.ZodType, value: unknown, path: Path): string {
  const words: string[] = [];
  let inner: z.ZodType | null = schema;
  for (const [depth, name] of path.entries()) {
    const parent = valueAt(value, path.slice(0, depth));
    const isEntry = inner !== null && unwrapped(inner) instanceof z.ZodRecord;
    inner = inner && fieldOf(inner, name, parent);
    words.push(entryName(name, valueAt(parent, [name])) ?? (isEntry ? null : inner && titleOf(inner)) ?? String(name));
  }
  // an entry of the list says what the list is
  return words.filter((_, place) => typeof path[place + 1] !== 'number' || words[place] !== 'Devices').join(', ');
}

function entryName(name: PropertyKey, value: unknown): string | null {
  if (typeof name !== 'number') return null;
  const id = valueAt(value, ['id']);
  return typeof value === 'object' ? `Device ${typeof id === 'string' && id !== '' ? id : name + 1}` : `Entry ${name + 1}`;
}

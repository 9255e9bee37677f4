import { z } from 'zod';
import { deviceFields } from './device-fields.ts';
import { kindFields, type DriverKind, type DriverPorts } from './device-kinds.ts';

type Shape<K extends DriverKind, S extends z.ZodRawShape> = typeof deviceFields & (typeof kindFields)[K] & S;

interface DriverParts<K extends DriverKind, N extends string, S extends z.ZodRawShape> {
  /** Says which port it implements, which commands it gets, and what its configuration has besides its own fields. */
  kind: K;
  /** The name in the configuration, which is the folder's. */
  name: N;
  /** The fields of the configuration that only this driver has. */
  fields: S;
  /** Imports the driver, so that an agent loads only the drivers that its site uses. */
  create: (config: z.output<z.ZodObject<Shape<K, S>>>) => Promise<DriverPorts[K]>;
}

/** A driver: everything that the agent, its configuration and the workbench know of it comes from here. */
export function defineDriver<K extends DriverKind, N extends string, S extends z.ZodRawShape>({
  kind,
  name,
  fields,
  create,
}: DriverParts<K, N, S>) {
  const config = z.strictObject({ ...deviceFields, ...kindFields[kind], ...fields, driver: z.literal(name) });
  return { kind, name, config, create };
}

import { z } from 'zod';
import type { AnyDeviceKind, DriverOf } from '../ports/device-kind.ts';
import { deviceFields } from './device-fields.ts';

interface DriverParts<Kind extends AnyDeviceKind, Name extends string, Fields extends z.ZodRawShape> {
  /** Names the port that it implements, the commands that it gets, and the limits that apply to it. */
  kind: Kind;
  /** The name in the configuration, which is the folder's. */
  name: Name;
  /** The fields of the configuration that only this driver has. */
  fields: Fields;
  /** Imports the driver, so that an agent loads only the drivers that its site uses. */
  create: (config: z.output<z.ZodObject<typeof deviceFields & Kind['fields'] & Fields>>) => Promise<DriverOf<Kind>>;
}

/** A driver: the agent's configuration, the registry and the command table derive from its definition. */
export function defineDriver<Kind extends AnyDeviceKind, Name extends string, Fields extends z.ZodRawShape>({
  kind,
  name,
  fields,
  create,
}: DriverParts<Kind, Name, Fields>) {
  const kindFields = kind.fields as Kind['fields'];
  const config = z.strictObject({ ...deviceFields, ...kindFields, ...fields, driver: z.literal(name) });
  return { kind, name, config, create };
}

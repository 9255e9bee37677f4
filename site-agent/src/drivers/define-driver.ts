import { z } from 'zod';
import { deviceFields } from '@washdesk/site-protocol/site-configuration/device-fields';
import type { AnyDeviceKind, DriverOf } from '../ports/device-kind.ts';

interface DriverParts<Kind extends AnyDeviceKind, Name extends string, Fields extends z.ZodRawShape> {
  /** The port that it implements, its commands and its limits. */
  kind: Kind;
  /** Name in the configuration, and of the folder. */
  name: Name;
  /** Configuration fields of this driver only. */
  fields: Fields;
  /** Returns what is wrong with the fields together; null if nothing is. */
  problem?: (config: z.output<z.ZodObject<Fields>>) => string | null;
  /** Imports the driver, so that an agent loads only its site's drivers. */
  create: (config: z.output<z.ZodObject<typeof deviceFields & Kind['fields'] & Fields>>) => Promise<DriverOf<Kind>>;
}

/** Defines a driver. The agent's configuration, the registry and the command table derive from the definition. */
export function defineDriver<Kind extends AnyDeviceKind, Name extends string, Fields extends z.ZodRawShape>({
  kind,
  name,
  fields,
  problem = () => null,
  create,
}: DriverParts<Kind, Name, Fields>) {
  const kindFields = kind.fields as Kind['fields'];
  const config = z.strictObject({ ...deviceFields, ...kindFields, ...fields, driver: z.literal(name) }).superRefine((value, context) => {
    const message = problem(value as z.output<z.ZodObject<Fields>>);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
  return { kind, name, config, create };
}

import { z } from 'zod';
import { atLeastRole, deviceAccess, endpoint, publicAccess } from '../endpoint.ts';
import { trimmedText } from '../values.ts';

/**
 * What a browser needs to begin. To the public only `publicKey`, `apiVersion` and `clientVersion`; to an enrolled device or
 * anyone signed in the rest too. The header `x-api-version` of every answer carries the same version.
 */
export const getConfig = endpoint({
  id: 'getConfig',
  method: 'GET',
  path: '/config',
  access: publicAccess,
  summary: 'Start-up configuration',
  response: z.object({
    publicKey: z.string(),
    apiVersion: z.string(),
    clientVersion: z.string(),
    configOptions: z
      .object({
        AllowManualEntry: z.boolean(),
        /** `redeem=yes` records a usage, `no` only asks. */
        redeem: z.enum(['yes', 'no']),
        dashboardUrl: z.string(),
        dxtUrl: z.string().nullable(),
        defaultWashTerminal: z.string(),
        terminals: z.array(z.string()),
      })
      .nullable(),
  }),
});

export const flag = z.object({ name: trimmedText(60).min(1), description: trimmedText(300), value: z.boolean() });
export type Flag = z.infer<typeof flag>;

export const getFlags = endpoint({
  id: 'getFlags',
  method: 'GET',
  path: '/config/flags',
  access: deviceAccess,
  summary: 'All feature flags',
  response: z.array(flag),
});

/** The full array replaces the old one. 400 for two flags of one name. */
export const putFlags = endpoint({
  id: 'putFlags',
  method: 'PUT',
  path: '/config/flags',
  access: atLeastRole('Admin'),
  summary: 'Save all feature flags',
  body: z
    .array(flag)
    .max(200)
    .refine((flags) => new Set(flags.map((one) => one.name)).size === flags.length, 'every flag may stand once'),
  response: z.array(flag),
});

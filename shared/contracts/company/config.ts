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
        /** Of tablets. */
        tabletTerminals: z.array(z.string()),
        /** Offered where a site's Sitewatch gives none. */
        carColors: z.array(z.string()),
      })
      .nullable(),
  }),
});

/** Options of the card payments that an Admin switches. */
export const paymentOptions = ['AllowManualEntry'] as const;
const onOff = z.enum(['true', 'false']).transform((given) => given === 'true');
const switched = z.object({ option: z.enum(paymentOptions), value: z.boolean() });

/** Sets one option, which holds from the next call on. */
export const setConfigOption = endpoint({
  id: 'setConfigOption',
  method: 'POST',
  path: '/config/{option}/{newValue}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Switch an option of the card payments',
  params: z.object({ option: z.enum(paymentOptions), newValue: onOff }),
  response: switched,
});

/** Sets AllowManualEntry in the form that registers and older screens use. */
export const setAllowManualEntry = endpoint({
  id: 'setAllowManualEntry',
  method: 'POST',
  path: '/admin/set/AllowManualEntry/{value}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: "Let cashiers enter another amount than the sale's",
  params: z.object({ value: onOff }),
  response: switched,
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

/** `was` is the value that the caller saw: with it a switch that somebody else turned meanwhile is not turned back unseen. */
const changedFlag = flag.extend({ was: z.boolean().optional() });

/** The full array replaces the old one. 400 for two flags of one name; 409 `flags_changed` where a `was` is not so any more. */
export const putFlags = endpoint({
  id: 'putFlags',
  method: 'PUT',
  path: '/config/flags',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Save all feature flags',
  body: z
    .array(changedFlag)
    .max(200)
    .refine((flags) => new Set(flags.map((one) => one.name)).size === flags.length, 'each flag may be listed once'),
  response: z.array(flag),
});

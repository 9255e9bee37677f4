import { z } from 'zod';
import { atLeastRole, deviceAccess, endpoint, publicAccess } from '../endpoint.ts';
import { trimmedText } from '../values.ts';

/**
 * Returns the start-up configuration. The public gets only `publicKey`, `apiVersion` and `clientVersion`; an enrolled device or a signed-in
 * caller gets the rest. Every response has the API version in the header `x-api-version`.
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
        /** `redeem=yes` records a usage, `no` only looks up. */
        redeem: z.enum(['yes', 'no']),
        dashboardUrl: z.string(),
        dxtUrl: z.string().nullable(),
        defaultWashTerminal: z.string(),
        terminals: z.array(z.string()),
        /** Terminals of tablets. */
        tabletTerminals: z.array(z.string()),
        /** Offered if the site's Sitewatch has none. */
        carColors: z.array(z.string()),
      })
      .nullable(),
  }),
});

/** Card payment options that an Admin can switch. */
export const paymentOptions = ['AllowManualEntry'] as const;
const onOff = z.enum(['true', 'false']).transform((given) => given === 'true');
const switched = z.object({ option: z.enum(paymentOptions), value: z.boolean() });

/** Sets one option; it applies from the next call. */
export const setConfigOption = endpoint({
  id: 'setConfigOption',
  method: 'POST',
  path: '/config/{option}/{newValue}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Switch a card payment option',
  params: z.object({ option: z.enum(paymentOptions), newValue: onOff }),
  response: switched,
});

/** Sets AllowManualEntry, in the form that registers and older screens send. */
export const setAllowManualEntry = endpoint({
  id: 'setAllowManualEntry',
  method: 'POST',
  path: '/admin/set/AllowManualEntry/{value}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: "Allow cashiers to enter an amount other than the sale's",
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

/** `was` is the value the caller saw. It prevents silently reverting another user's change. */
const changedFlag = flag.extend({ was: z.boolean().optional() });

/** Replaces all flags. 400 for a duplicate name; 409 `changed_meanwhile` if a `was` is outdated. */
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

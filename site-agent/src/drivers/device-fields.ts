import { z } from 'zod';
import type { addressFields } from '@washdesk/site-protocol/site-configuration/device-fields';
import { secretOf } from '../config-secrets.ts';
import type { DeviceAddress } from '../transports/open-transport.ts';

/** The user of a device’s web server: `{ user, password }` or `{ user, passwordFile }`. */
export const login = secretOf('password', { user: z.string().min(1) });

export function addressOf({ host, port, serial }: z.output<z.ZodObject<typeof addressFields>>): DeviceAddress {
  if (serial) return { serial };
  if (host === undefined || port === undefined) throw new Error('The configuration has no address');
  return { host, port };
}

/** The secret at the end of the path that a device posts to: `{ secret }` or `{ secretFile }`. */
export const pushSecret = secretOf('secret', {}).refine(({ secret }) => /^[\da-f]{32}$/u.test(secret), {
  path: ['secret'],
  message: 'use 32 hex digits, as `openssl rand -hex 16` prints',
});

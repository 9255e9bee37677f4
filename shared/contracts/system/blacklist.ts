import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { epochSeconds } from '../values.ts';

const inWords = 'must be an IP address, or a network of /16 or /24, of IPv6 /32, /48 or /64';
/** An address, or a network of a provider's or household's size: a larger one would shut out half the world by a slip. */
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4().regex(/\/(16|24)$/), z.cidrv6().regex(/\/(32|48|64)$/)], inWords);

/** As a person types it; nothing at all is ignored. */
const typedAddress = z
  .string()
  .trim()
  .refine((text) => text === '' || address.safeParse(text).success, inWords);

/** Each address with the time since when it is shut out. */
const blacklist = z.object({ blacklist: z.record(z.string(), epochSeconds), count: z.int() });

export const getBlacklist = endpoint({
  id: 'getBlacklist',
  method: 'GET',
  path: '/config/blacklist',
  access: atLeastRole('Admin'),
  summary: 'Blocked IP addresses',
  response: blacklist,
});

/**
 * Shuts an address or a network out of everything but signed webhooks and health, at once here and within seconds on every other server. An empty one is
 * ignored. 409 `own_address` for the caller's own or the proxy's; 409 `address_in_use` for one at which an enrolled device or a program was
 * seen in the last 30 days, unless `confirmed`.
 */
export const blockAddress = endpoint({
  id: 'blockAddress',
  method: 'POST',
  path: '/config/blacklist',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Shut an address out',
  body: z.object({
    ip: typedAddress,
    confirmed: z.boolean().default(false),
  }),
  response: blacklist,
});

/** Takes an address off the list; one that is not on it changes nothing. */
export const unblockAddress = endpoint({
  id: 'unblockAddress',
  method: 'DELETE',
  path: '/config/blacklist/{ip}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Let an address in again',
  params: z.object({ ip: address }),
  response: blacklist,
});

import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { epochSeconds } from '../values.ts';

const inWords = 'must be an IP address, or a network of /16 or /24, of IPv6 /32, /48 or /64';
/** An address, or a network no larger than a provider's or household's, so that a typo cannot block half the world. */
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4().regex(/\/(16|24)$/), z.cidrv6().regex(/\/(32|48|64)$/)], inWords);

/** An address as typed; an empty one is ignored. */
const typedAddress = z
  .string()
  .trim()
  .refine((text) => text === '' || address.safeParse(text).success, inWords);

/** Each blocked address with the start time of the block. */
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
 * Blocks an address or network from everything except signed webhooks and health: at once on this server, within seconds on every other. An
 * empty address is ignored. 409 `own_address` for the caller's own or the proxy's; 409 `address_in_use` if an enrolled device or a service
 * account used it in the last 30 days, unless `confirmed`.
 */
export const blockAddress = endpoint({
  id: 'blockAddress',
  method: 'POST',
  path: '/config/blacklist',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Block an address',
  body: z.object({
    ip: typedAddress,
    confirmed: z.boolean().default(false),
  }),
  response: blacklist,
});

/** Unblocks an address; does nothing if it is not blocked. */
export const unblockAddress = endpoint({
  id: 'unblockAddress',
  method: 'DELETE',
  path: '/config/blacklist/{ip}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Unblock an address',
  params: z.object({ ip: address }),
  response: blacklist,
});

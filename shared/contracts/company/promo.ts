import { z } from 'zod';
import { deviceAccess, endpoint } from '../endpoint.ts';

export const promo = z.object({ id: z.int(), description: z.string(), active: z.boolean() });

export const listPromos = endpoint({
  id: 'listPromos',
  method: 'GET',
  path: '/promo',
  access: deviceAccess,
  summary: 'Promotions',
  response: z.object({ promos: z.array(promo), count: z.int() }),
});

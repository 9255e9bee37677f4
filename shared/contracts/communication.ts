import { z } from 'zod';
import { deviceAccess, endpoint } from './endpoint.ts';

/** A message replaces the whole app by the notice page (front-desk section 2). */
export const systemMessage = endpoint({
  id: 'systemMessage',
  method: 'GET',
  path: '/communication/systemmessage',
  access: deviceAccess,
  summary: 'The system message, or null',
  response: z.object({ message: z.string().nullable() }),
});

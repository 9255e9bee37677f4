import { z } from 'zod';
import { endpoint, publicAccess } from '../endpoint.ts';

/** Stores an error from the error boundary. The server drops unknown fields and truncates long texts. */
export const reportError = endpoint({
  id: 'reportError',
  method: 'POST',
  path: '/status/error',
  access: publicAccess,
  summary: 'Report an unhandled error of a screen',
  body: z.object({
    error: z.union([
      z.string().max(20_000),
      z.object({
        name: z.string().max(200).optional(),
        message: z.string().max(20_000).optional(),
        stack: z.string().max(60_000).optional(),
      }),
    ]),
    componentStack: z.string().max(60_000).nullish(),
    timestamp: z.union([z.string().max(60), z.number()]).nullish(),
    path: z.string().max(500).nullish(),
  }),
  response: z.object({ id: z.uuid() }),
});

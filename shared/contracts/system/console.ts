import { z } from 'zod';
import { endpoint, exactRole } from '../endpoint.ts';
import { siteNumber } from '../values.ts';

export const consolePrompt = 'DSSC>';
export const consoleLineLength = 1_000;

/** Issues a single-use ticket, valid for 30 s. Send it as the first message over `/api/socket`. */
export const consoleTicket = endpoint({
  id: 'consoleTicket',
  method: 'POST',
  path: '/socket/ticket',
  access: exactRole('Admin'),
  summary: 'A ticket that opens the command console',
  response: z.object({ ticket: z.string(), expiresIn: z.int() }),
});

/**
 * The commands that the page of a site offers as buttons, from the console's own table. A button runs its line over `/api/socket`:
 * `<verb> <device> --reason "<reason>"`.
 */
export const listConsoleActions = endpoint({
  id: 'listConsoleActions',
  method: 'GET',
  path: '/socket/actions',
  access: exactRole('Admin'),
  summary: 'The commands of the console that a site’s page offers as buttons',
  response: z.object({
    actions: z.array(
      z.object({
        verb: z.string(),
        button: z.string(),
        summary: z.string(),
        /** The kind of its device, `device` for any; null for the agent. */
        device: z.string().nullable(),
        needsReason: z.boolean(),
      }),
    ),
  }),
});
export type ConsoleAction = z.infer<typeof listConsoleActions.response>['actions'][number];

/** The browser's messages after its ticket. Each names the selected site, so any process of cloud-api can answer it. */
export const consoleRequest = z.object({
  type: z.enum(['run', 'complete']),
  /** Repeated in the response. */
  id: z.int().nonnegative(),
  line: z.string().max(consoleLineLength),
  site: siteNumber.nullable(),
});
export type ConsoleRequest = z.infer<typeof consoleRequest>;

const consoleSite = z.object({ number: siteNumber, name: z.string() }).nullable();

/** The server's messages. `output` ends a line that was run; `ok` is false if nothing, or not everything, was done. */
export const consoleMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), prompt: z.string() }),
  z.object({ type: z.literal('output'), id: z.int(), ok: z.boolean(), text: z.string(), site: consoleSite }),
  /** What may replace the last word of the line. */
  z.object({ type: z.literal('completions'), id: z.int(), words: z.array(z.string()) }),
]);
export type ConsoleMessage = z.infer<typeof consoleMessage>;
export type ConsoleSite = z.infer<typeof consoleSite>;

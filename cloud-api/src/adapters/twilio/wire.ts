import { z } from 'zod';
import type { TwilioAccount } from './account.ts';

/** A message as Twilio returns it; dates are RFC 2822. */
const message = z.object({ sid: z.string(), body: z.string().nullable(), direction: z.string(), date_created: z.string() });
export type TwilioMessage = z.infer<typeof message>;

const list = z.object({ messages: z.array(message) });
const refusal = z.object({ code: z.number().nullish() });

/** An error response. `code` is Twilio's own, if it gave one. */
export class TwilioRefused extends Error {
  readonly status: number;
  readonly code: number | null;

  constructor(status: number, code: number | null) {
    super(`Twilio answered ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** Twilio's response was lost or has an unknown form. */
export class TwilioUnreadable extends Error {}

/** Calls the path of the account's messages. */
async function call({ url, account, token }: TwilioAccount, query: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(`${url}/2010-04-01/Accounts/${account}/Messages.json${query}`, {
    ...init,
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
  });
  const body = await response.json().catch((error: unknown) => {
    if (response.ok) throw new TwilioUnreadable('The answer is no JSON', { cause: error });
    return {};
  });
  if (!response.ok) throw new TwilioRefused(response.status, refusal.safeParse(body).data?.code ?? null);
  return body;
}

function readable<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new TwilioUnreadable('The answer is none of Twilio', { cause: parsed.error });
  return parsed.data;
}

/** @throws TwilioRefused, TwilioUnreadable, and errors of `fetch` */
export async function createMessage(account: TwilioAccount, to: string, text: string, signal: AbortSignal): Promise<TwilioMessage> {
  const body = new URLSearchParams({ To: to, From: account.from, Body: text });
  return readable(message, await call(account, '', { method: 'POST', body, signal }));
}

/**
 * Returns the newest messages to a number. A date filter would not work: Twilio dates a message when it is sent, so a queued one has no
 * date.
 * @throws as `createMessage`
 */
export async function messagesTo(account: TwilioAccount, to: string, signal: AbortSignal): Promise<TwilioMessage[]> {
  const query = new URLSearchParams({ To: to, PageSize: '50' });
  return readable(list, await call(account, `?${query.toString()}`, { signal })).messages;
}

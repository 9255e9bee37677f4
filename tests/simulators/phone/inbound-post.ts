import { createHmac } from 'node:crypto';
import type { TextMessage } from './text-message.ts';

export interface InboundAddress {
  /** The URL that the text is posted to. */
  url: string;
  /** The signed URL, if the company's public URL differs. */
  signedAs: string;
}

interface Account {
  account: string;
  token: string;
}

function signature(address: string, form: URLSearchParams, token: string): string {
  const names = [...new Set(form.keys())].toSorted();
  const content = address + names.map((name) => name + form.getAll(name).join('')).join('');
  return createHmac('sha1', token).update(content, 'utf8').digest('base64');
}

/** Posts an inbound text to the company as Twilio does. @returns the company's status */
export async function postInbound({ url, signedAs }: InboundAddress, { account, token }: Account, text: TextMessage): Promise<number> {
  const form = new URLSearchParams({
    ToCountry: 'US',
    SmsMessageSid: text.sid,
    NumMedia: '0',
    SmsSid: text.sid,
    SmsStatus: 'received',
    Body: text.body,
    To: text.to,
    MessageSid: text.sid,
    AccountSid: account,
    From: text.from,
    ApiVersion: '2010-04-01',
  });
  const headers = { 'x-twilio-signature': signature(signedAs, form, token) };
  const response = await fetch(url, { method: 'POST', body: form, headers, signal: AbortSignal.timeout(120_000) });
  await response.arrayBuffer();
  return response.status;
}

import { randomBytes } from 'node:crypto';

/** One text as in the account's list. */
export interface TextMessage {
  sid: string;
  /** E.164. */
  from: string;
  to: string;
  body: string;
  direction: 'inbound' | 'outbound-api';
  /** Epoch milliseconds. */
  at: number;
}

export function newText(text: Omit<TextMessage, 'sid' | 'at'>): TextMessage {
  return { sid: `SM${randomBytes(16).toString('hex')}`, at: performance.timeOrigin + performance.now(), ...text };
}

/** Returns the text in Twilio's format; dates are RFC 2822. */
export function wireText({ sid, from, to, body, direction, at }: TextMessage, account: string): Record<string, unknown> {
  const date = new Date(at).toUTCString().replace('GMT', '+0000');
  return {
    account_sid: account,
    api_version: '2010-04-01',
    body,
    date_created: date,
    date_sent: direction === 'inbound' ? date : null,
    date_updated: date,
    direction,
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid,
    status: direction === 'inbound' ? 'received' : 'queued',
    subresource_uris: { media: `/2010-04-01/Accounts/${account}/Messages/${sid}/Media.json` },
    to,
    uri: `/2010-04-01/Accounts/${account}/Messages/${sid}.json`,
  };
}

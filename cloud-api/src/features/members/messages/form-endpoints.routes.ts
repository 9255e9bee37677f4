import type { FormEndpoint } from '../../../http/form-endpoints.ts';
import type { HandleInboundText } from './inbound-texts.ts';
import type { Unsubscribe } from './unsubscribe.ts';

/** The webhook for customers' replies, set at Twilio: `<public address>/api/webhook/sms`. */
export const inboundTextsEndpoint = (take: HandleInboundText, publicUrl: string): FormEndpoint => ({
  pattern: '/webhook/sms',
  path: /^\/api\/webhook\/sms\/?$/i,
  methods: ['POST'],
  type: 'text/xml',
  // an empty response: Twilio itself confirms a STOP
  async answer({ address, form, header }) {
    await take(new URL(address, publicUrl).href, form, header('x-twilio-signature'));
    return '<?xml version="1.0" encoding="UTF-8"?><Response/>';
  },
});

/** The unsubscribe page of an email. */
export const unsubscribeEndpoint = (unsubscribe: Unsubscribe): FormEndpoint => ({
  pattern: '/communication/unsubscribe/{token}',
  path: /^\/api\/communication\/unsubscribe\/(?<token>[\w-]{22})$/i,
  methods: ['GET', 'POST'],
  type: 'text/html',
  answer: ({ method, named: { token = '' } }) => (method === 'POST' ? unsubscribe.end(token) : unsubscribe.show(token)),
});

import { createHmac, timingSafeEqual } from 'node:crypto';
import { ForgedText, type InboundTexts } from '../../ports/messaging.ts';

/** Twilio signs the URL it calls followed by every form field, sorted by name, with the account's token. */
export function twilioSignature(token: string, address: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
  return createHmac('sha1', token)
    .update(address + fields.join(''))
    .digest('base64');
}

function same(given: string, own: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(own)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function twilioInbound(token: string): InboundTexts {
  return {
    read(address, form, signature) {
      if (!same(signature, twilioSignature(token, address, form))) throw new ForgedText('The signature is not one of Twilio');
      return { id: form.get('MessageSid') ?? '', from: form.get('From') ?? '', text: form.get('Body') ?? '' };
    },
  };
}

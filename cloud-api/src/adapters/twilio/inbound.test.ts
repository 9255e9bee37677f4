import { describe, expect, it } from 'vitest';
import { ForgedText } from '../../ports/messaging.ts';
import { twilioInbound, twilioSignature } from './inbound.ts';

describe("Twilio's signature", () => {
  it('is the one of its documentation', () => {
    const form = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+12349013030',
      Digits: '1234',
      From: '+12349013030',
      To: '+18005551212',
    });
    expect(twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
  });

  const address = 'https://desk.washdesk.test/api/webhook/sms';
  const form = new URLSearchParams({ MessageSid: 'SM1', From: '+18155550101', Body: 'STOP' });
  const signature = twilioSignature('a token', address, form);

  it('opens what it signs', () => {
    expect(twilioInbound('a token').read(address, form, signature)).toEqual({ id: 'SM1', from: '+18155550101', text: 'STOP' });
  });

  it.each([
    ['another token', address, form, signature],
    ['a token', `${address}?x=1`, form, signature],
    ['a token', address, new URLSearchParams({ From: '+18155550102', Body: 'STOP' }), signature],
    ['a token', address, form, ''],
    ['a token', address, form, 'ä'.repeat(28)],
  ])('opens nothing else (%#)', (token, at, given, sign) => {
    expect(() => twilioInbound(token).read(at, given, sign)).toThrow(ForgedText);
  });
});

import { expect, it } from 'vitest';
import { paymentLinkText } from './payment-link.ts';

it('texts the amount due with each invoice’s page', () => {
  expect(paymentLinkText(123_450, ['https://pay.test/1', 'https://pay.test/2'])).toBe(
    'A payment of $1,234.50 for your wash plan is due. Pay it here:\nhttps://pay.test/1\nhttps://pay.test/2\nReply STOP to opt out.',
  );
});

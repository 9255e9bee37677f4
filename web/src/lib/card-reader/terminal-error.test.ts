import type { ExposedError } from '@stripe/terminal-js';
import { expect, it } from 'vitest';
import { afterProcessing, isCanceled } from './terminal-error.ts';

const withStatus = (status: string) => ({ payment_intent: { status } as ExposedError['payment_intent'] });

it.each([
  ['the screen', 'canceled', true],
  ['the reader', 'canceled_by_customer', true],
  ['no one', 'reader_error', false],
])('knows a collection cancelled by %s', (_who, code, canceled) => {
  expect(isCanceled({ code, message: 'words' })).toBe(canceled);
});

it.each([
  ['a decline code', { code: 'card_declined', decline_code: 'lost_card' }, 'declined'],
  ['a payment that wants another card', { code: 'any', ...withStatus('requires_payment_method') }, 'declined'],
  ['a payment that was not processed', { code: 'any', ...withStatus('requires_confirmation') }, 'again'],
  ['a time-out', { code: 'network_timeout' }, 'again'],
  ['a lost line', { code: 'network_error' }, 'again'],
  ['a cancel at the reader', { code: 'canceled_by_customer' }, 'canceled'],
  ['anything else', { code: 'reader_error' }, 'unclear'],
])('after %s', (_what, error, next) => {
  expect(afterProcessing({ message: 'words', ...error })).toBe(next);
});

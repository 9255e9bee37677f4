import { describe, expect, it } from 'vitest';
import type { CallFailure } from '../../../../../lib/api/call-failure.ts';
import { doneLaterMessage, done, queuedResult, worseResult, messageFailed } from './follow-up-results.ts';

const failed = (status: number | null, details?: Record<string, unknown>): CallFailure => ({
  status,
  code: 'any',
  message: 'words',
  requestId: '',
  ...(details && { details }),
});

describe('the follow-up steps of a sign-up', () => {
  it.each([null, 401, 429, 500, 503])('continues by itself after %s', (status) => {
    expect(queuedResult(failed(status))).toEqual({ kind: 'queued', words: doneLaterMessage });
  });

  it.each([404, 409])('is refused for good by %s, for the reason of the site where it gave one', (status) => {
    expect(queuedResult(failed(status))).toEqual({ kind: 'couldNot', words: 'words' });
    expect(queuedResult(failed(status, { reason: 'Sitewatch is read only' })).words).toBe('Sitewatch is read only');
  });

  it('is done without a failure', () => expect(queuedResult(undefined)).toEqual(done()));

  it('ends a step of two calls with the graver end', () => {
    const queued = queuedResult(failed(503));
    const refused = queuedResult(failed(409));
    expect(worseResult(done(), queued)).toBe(queued);
    expect(worseResult(refused, queued)).toBe(refused);
    expect(worseResult(queued, refused)).toBe(refused);
  });
});

it('a message that could not be sent is told in the words of the specification, once', () => {
  expect(messageFailed(failed(null))).toBe('Failed to Send Text Message - words');
  expect(messageFailed({ ...failed(503), message: 'Failed to Send Email - away' })).toBe('Failed to Send Email - away');
});

import { expect, it } from 'vitest';
import { failureOfAnswer, messageOf } from './call-failure.ts';

it.each([
  ["the server's message", failureOfAnswer(409, { code: 'any', message: 'The server’s words', requestId: 'r-1' }), 'The server’s words'],
  ['the words of the catalogue for an answer without any', failureOfAnswer(502, '<h1>Bad gateway</h1>'), 'Unknown Error Occurred'],
  ['the same for an exception', new TypeError('spoon is not a function'), 'Unknown Error Occurred'],
])('tells %s', (_what, error, words) => {
  expect(messageOf(error)).toBe(words);
});

it('tells what a screen says otherwise', () => {
  expect(messageOf(failureOfAnswer(502, ''), 'Unknown Login Error')).toBe('Unknown Login Error');
});

it.each([
  ['body.lastName', 'is missing', 'Last name is missing'],
  ['body.site', 'there is no site 7', 'There is no site 7'],
  ['query.page', 'Invalid input: expected string', 'Invalid input: expected string'],
])('names a field as a person does: %s', (path, message, words) => {
  const answer = { code: 'invalid_request', message: `${path}: ${message}`, requestId: 'r-1', problems: [{ path, message }] };
  expect(messageOf(failureOfAnswer(400, answer))).toBe(words);
});

import { expect, it } from 'vitest';
import { refusalWords } from './refusal-words.ts';

const refused = (code: string, problems: { path: string; message: string }[]) =>
  refusalWords({ step: 'customer', code, message: 'The server’s words', requestId: 'r-1', problems });

it.each([
  ['body.Email', 'must be an email address', 'Email must be an email address'],
  ['body.address.postal_code', 'must be a postal code', 'Zip must be a postal code'],
  ['body.metadata.CustomerCode', 'must be a plate', 'Plate must be a plate'],
  ['body.PlanId', 'is not sold here', 'Plan is not sold here'],
  ['body.base.metadata.old_id', 'must be shorter', 'Must be shorter'],
  ['body.FirstName', 'Too big: at most 60 characters', 'Too big: at most 60 characters'],
])('names %s as the form does, or not at all', (path, message, words) => {
  expect(refused('invalid_request', [{ path, message }])).toEqual([words]);
});

it('keeps the sentence of a refusal that is about more than fields, and says nothing twice', () => {
  const missing = { path: 'body.Email', message: 'is missing' };
  expect(refused('not_complete', [missing, missing])).toEqual(['The server’s words', 'Email is missing']);
});

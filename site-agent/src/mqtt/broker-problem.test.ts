import { expect, it } from 'vitest';
import { brokerProblem } from './broker-problem.ts';

it.each([
  [
    { code: 4, message: 'Connection refused: Bad username or password' },
    'The broker refuses this site: it was revoked, or its username and password are wrong',
  ],
  [{ code: 'CERT_HAS_EXPIRED' }, 'The broker’s certificate has expired, or the computer’s date is wrong'],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'The broker’s certificate isn’t signed by a trusted CA; check caFile'],
  [{ code: 'ECONNREFUSED' }, 'Nothing listens at the broker’s address; check that the broker runs, and its url'],
  [{ message: 'connack timeout' }, 'The broker doesn’t respond; check the site’s internet connection, and that the broker runs'],
  [new Error('connection closed'), 'The connection to the broker was lost: connection closed'],
])('names %o', (error, sentence) => {
  expect(brokerProblem(error)).toBe(sentence);
});

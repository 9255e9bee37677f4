import { expect, it } from 'vitest';
import { explained } from './explained.ts';

it.each([
  [
    'Your user name and password are not defined. Ask your database administrator to set up a Firebird login.',
    'Sitewatch refuses the user or the password; check user and passwordFile (Your user name and password are not defined. Ask your database administrator to set up a Firebird login.)',
  ],
  [
    'I/O error during "open" operation for file "/data/sw.fdb", Error while trying to open file',
    'The database of Sitewatch is missing at this path; check database (I/O error during "open" operation for file "/data/sw.fdb", Error while trying to open file)',
  ],
  [
    'connect ECONNREFUSED 127.0.0.1:3050',
    'Sitewatch’s server refuses connections; check that Firebird runs, and its port (connect ECONNREFUSED 127.0.0.1:3050)',
  ],
  [
    'Can’t reach Sitewatch: read ECONNRESET',
    'Sitewatch’s server ends connections; check its computer, and restart Firebird (Can’t reach Sitewatch: read ECONNRESET)',
  ],
  ...['Can’t reach Sitewatch: it didn’t respond to the login in time', 'Sitewatch isn’t responding'].map((reason) => [
    reason,
    `Sitewatch’s server accepts the connection and doesn’t respond; restart Firebird (${reason})`,
  ]),
  ['lock conflict on no wait transaction', 'lock conflict on no wait transaction'],
])('explains %s', (reason, sentence) => {
  expect(explained(reason)).toBe(sentence);
});

import { expect, it } from 'vitest';
import { withoutPaths } from './without-paths.ts';

it.each([
  [
    'I/O error during "open" operation for file "C:\\Program Files\\Sitewatch\\SW.FDB", Error while trying to open file',
    'I/O error during "open" operation for file a file of the site’s computer, Error while trying to open file',
  ],
  [
    "ENOENT: no such file or directory, open '/etc/washdesk/ca.pem'",
    'ENOENT: no such file or directory, open a file of the site’s computer',
  ],
  ['unable to open /var/lib/washdesk/journal.db', 'unable to open a file of the site’s computer'],
  ['cannot read \\\\till\\share\\sw.fdb', 'cannot read a file of the site’s computer'],
])('a sentence that leaves the agent has no path of its computer: %s', (said, told) => {
  expect(withoutPaths(said)).toBe(told);
});

it.each([
  'connect ECONNREFUSED 127.0.0.1:502',
  '127.0.0.1:502 unit 1: Modbus exception 1: Illegal function (device does not support this read/write function)',
  'answers http://127.0.0.1:4000/display with 500',
  'answers /display with 500 "OK"',
  '/dev/serial/by-id/usb-FTDI: another program uses this port',
  'it posts to another path than /plates/camera/<secret>',
])('what is no path stays: %s', (said) => {
  expect(withoutPaths(said)).toBe(said);
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/support.ts';
import { deviceTls } from './device-tls.ts';

const folder = temporaryFolder();
const file = path.join(folder.path, 'some.pem');
writeFileSync(file, 'PEM\n');
const fingerprint = Array.from({ length: 32 }, () => '0A').join(':');

afterAll(() => folder.remove());

it.each([
  [{ fingerprint }, { trust: { fingerprint } }],
  [
    { caFile: file, certificateFile: file, keyFile: file },
    { trust: { ca: 'PEM' }, client: { cert: 'PEM', key: 'PEM' } },
  ],
])('takes %j', (config, expected) => {
  expect(deviceTls.parse(config)).toEqual(expected);
});

it.each([
  ['no verification', {}, 'give caFile or fingerprint'],
  ['two verifications', { fingerprint, caFile: file }, 'give caFile or fingerprint'],
  ['a SHA-1 fingerprint', { fingerprint: fingerprint.slice(0, 59) }, 'use the SHA-256 fingerprint'],
  ['a certificate without its key', { fingerprint, certificateFile: file }, 'give certificateFile and keyFile together'],
  ['a file that is missing', { caFile: '/nowhere.pem' }, 'cannot be read'],
])('refuses %s', (_, config, message) => {
  expect(deviceTls.safeParse(config).error?.issues[0]?.message).toContain(message);
});

import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { TestAuthority } from '@washdesk/broker/certificates.fixture';
import { certificateRequest } from '../identity/certificate-request.ts';
import type { SiteKey } from '../identity/client-assertion.ts';
import { IdentityFolder } from '../identity/identity-folder.ts';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { CertificateRenewal, isDue } from './certificate-renewal.ts';

let temporary: TemporaryFolder;
let ca: TestAuthority;
let identity: IdentityFolder;
let now: Date;
let requests: string[];
let refusal: Error | null;
let adopted: SiteKey[];
let problems: unknown[];

const keyOf = (file: string): KeyObject => createPublicKey(readFileSync(file));
const dayMs = 86_400_000;
const signed = (csr: string): string => readFileSync(ca.sign(csr, '12'), 'utf8');

/** The test's certificates are valid for two days. */
const renewal = (): CertificateRenewal =>
  new CertificateRenewal({
    identity,
    cloud: {
      async post<S extends z.ZodType>(_path: string, body: object, answer: S) {
        const { csr } = body as { csr: string };
        requests.push(csr);
        return answer.parse({ certificate: signed(csr) });
      },
    },
    clock: { now: () => now },
    tryAtBroker: async () => {
      if (refusal) throw refusal;
    },
    adopt: (next) => adopted.push(next),
    onProblem: (cause) => problems.push(cause),
    log: noLog,
  });

beforeEach(() => {
  temporary = temporaryFolder();
  ca = new TestAuthority(temporary.path);
  identity = new IdentityFolder(join(temporary.path, 'identity'));
  const cloud = { cloudUrl: 'https://x', site: 12, name: 'Joliet', timeZone: 'UTC', brokerUrl: 'mqtts://x', commandKeys: {} };
  identity.store({ ...cloud, ca: null, certificate: signed(certificateRequest(identity.nextKey())) });
  now = new Date();
  [requests, refusal, adopted, problems] = [[], null, [], []];
});
afterEach(() => temporary.remove());

it('is due after two thirds of the certificate’s life', () => {
  const pem = readFileSync(identity.file('certificate.pem'), 'utf8');
  const from = new X509Certificate(pem).validFromDate.getTime();
  expect([1.3, 1.34].map((days) => isDue(pem, new Date(from + days * dayMs)))).toEqual([false, true]);
});

it('is left alone before, and replaces certificate and key then', async () => {
  await renewal().check();
  expect(requests).toEqual([]);
  now = new Date(now.getTime() + 1.5 * dayMs);
  const before = keyOf(identity.file('key.pem'));
  await renewal().check();
  const after = keyOf(identity.file('key.pem'));
  expect(after.equals(before)).toBe(false);
  expect(new X509Certificate(readFileSync(identity.file('certificate.pem'))).publicKey.equals(after)).toBe(true);
  expect(adopted).toHaveLength(1);
  expect(problems).toEqual([null]);
});

it('keeps the old certificate if the broker refuses the new one, and asks again for the same key', async () => {
  now = new Date(now.getTime() + 1.5 * dayMs);
  refusal = new Error('Not authorized');
  const before = readFileSync(identity.file('certificate.pem'), 'utf8');
  await renewal().check();
  expect(readFileSync(identity.file('certificate.pem'), 'utf8')).toBe(before);
  expect([adopted, problems]).toEqual([[], [refusal]]);

  refusal = null;
  await renewal().check();
  const [first, second] = requests.map((csr) => new X509Certificate(signed(csr)).publicKey);
  expect(first?.equals(second!)).toBe(true);
  expect(adopted).toHaveLength(1);
});

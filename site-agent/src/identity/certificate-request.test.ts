import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { certificateRequest } from './certificate-request.ts';

it('a request is one that OpenSSL accepts as signed by its own key', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const openssl = ['req', '-verify', '-noout', '-subject', '-pubkey'];
  const printed = execFileSync('openssl', openssl, { input: certificateRequest(privateKey), stdio: ['pipe', 'pipe', 'pipe'] }).toString();
  expect(printed).toContain(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString());
});

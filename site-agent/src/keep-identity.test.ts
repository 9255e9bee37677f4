import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TestAuthority } from '@washdesk/broker/certificates.fixture';
import { SiteProblems } from './actions/site-problems.ts';
import { certificateRequest } from './identity/certificate-request.ts';
import { IdentityFolder } from './identity/identity-folder.ts';
import { keepIdentity } from './keep-identity.ts';
import { noLog, temporaryFolder } from './testing/support.ts';

const newKey = (): string => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();

it('a rotated command key is used at once and stored for the next start, and a withdrawn one is dropped, also while the disk is full', () => {
  const temporary = temporaryFolder();
  const identity = new IdentityFolder(join(temporary.path, 'identity'));
  const [first, second] = [newKey(), newKey()];
  const known = { cloudUrl: 'https://x', site: 12, name: 'Joliet', timeZone: 'UTC', brokerUrl: 'mqtts://x', commandKeys: { k1: first } };
  const ca = new TestAuthority(temporary.path);
  identity.store({ ...known, ca: null, certificate: readFileSync(ca.sign(certificateRequest(identity.nextKey()), '12'), 'utf8') });
  const problems = new SiteProblems();
  const commandKeys = new Map<string, KeyObject>([['k1', createPublicKey(first)]]);
  let receive: (keys: Record<string, string>) => void = () => undefined;
  keepIdentity({
    identity,
    cloud: {
      onCommandKeys: (listener) => void (receive = listener),
      useSiteKey: () => undefined,
      post: () => Promise.reject(new Error('offline')),
    },
    broker: { tryCertificate: () => Promise.resolve(), useCertificate: () => undefined },
    clock: { now: () => new Date() },
    problems,
    siteCertificate: { expires: null },
    commandKeys,
    log: noLog,
  });

  receive({ k1: first, k2: second });
  expect([...commandKeys.keys()]).toEqual(['k1', 'k2']);
  expect(identity.cloud()).toEqual({ ...known, commandKeys: { k1: first, k2: second } });
  receive({ k2: second });
  expect([...commandKeys.keys()]).toEqual(['k2']);
  expect(commandKeys.get('k2')?.equals(createPublicKey(second))).toBe(true);

  const blocked = `${identity.file('cloud.json')}.tmp`;
  mkdirSync(blocked);
  receive({ k3: first });
  expect([...commandKeys.keys()]).toEqual(['k3']);
  expect(problems.all()).toMatchObject([{ code: 'command-keys', cause: expect.stringContaining('EISDIR') }]);
  rmSync(blocked, { recursive: true });
  receive({ k3: first });
  expect(identity.cloud().commandKeys).toEqual({ k3: first });
  expect(problems.all()).toEqual([]);
  expect(() => receive({ k4: 'damaged' })).toThrow();
  expect([...commandKeys.keys()]).toEqual(['k3']);
  temporary.remove();
});

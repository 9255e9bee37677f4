import { createPublicKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestAuthority } from '@washdesk/broker/certificates.fixture';
import { configProblems, readAgentConfig } from '../config-file.ts';
import { temporaryFolder, writeConfig, type TemporaryFolder } from '../testing/support.ts';
import { certificateRequest } from './certificate-request.ts';
import { enroll, enrollByFile } from './enroll.ts';
import { IdentityFolder } from './identity-folder.ts';

const code = '7KQ4M-X2P9T';
const commandKey = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n';

let temporary: TemporaryFolder;
let ca: TestAuthority;
let server: Server;
let cloudUrl: string;
let identity: IdentityFolder;
/** The requests that the cloud received; `refusal` is its response to the next ones. */
let requests: { code: string; csr: string; host: string; version: string }[];
let refusal: { status: number; message: string } | null;
let lost: boolean;

beforeEach(async () => {
  temporary = temporaryFolder();
  ca = new TestAuthority(temporary.path);
  identity = new IdentityFolder(join(temporary.path, 'identity'));
  [requests, refusal, lost] = [[], null, false];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const asked = JSON.parse(body) as (typeof requests)[number];
      requests.push(asked);
      if (lost) return request.socket.destroy();
      const [status, answer] = refusal ? [refusal.status, refusal] : [200, answerTo(asked.csr)];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cloudUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  temporary.remove();
});

const answerTo = (csr: string) => ({
  site: 12,
  name: 'Joliet',
  timeZone: 'America/Chicago',
  certificate: readFileSync(ca.sign(csr, '12'), 'utf8'),
  broker: { url: 'mqtts://broker.example.com:8883', ca: readFileSync(ca.caFile, 'utf8') },
  commandKeys: { k1: commandKey },
});
const trade = () => enroll(identity, { cloudUrl, code, version: '1.0.0' });
const modeOf = (name: 'key.pem' | 'cloud.json'): number => statSync(identity.file(name)).mode & 0o777;
const codeFile = (): string => join(temporary.path, 'enrollment-code');
/** What the start and `check` say. */
const startProblems = (): string[] =>
  configProblems(writeConfig(temporary.path, { identity: { folder: identity.folder }, journal: '/var/lib/washdesk' }));

describe('an enrollment', () => {
  it('stores an identity that the agent starts with, and never sends its key', async () => {
    expect(await trade()).toBe(12);
    expect([modeOf('key.pem'), modeOf('cloud.json')]).toEqual([0o600, 0o600]);
    expect(requests[0]?.csr).toContain('BEGIN CERTIFICATE REQUEST');
    const key = readFileSync(identity.file('key.pem'), 'utf8');
    expect(JSON.stringify(requests)).not.toContain(key.split('\n')[1]);

    const config = readAgentConfig(writeConfig(temporary.path, { identity: { folder: identity.folder }, journal: '/var/lib/washdesk' }));
    expect(config).toMatchObject({ site: 12, name: 'Joliet', timeZone: 'America/Chicago', cloud: { url: cloudUrl } });
    expect(config.broker).toMatchObject({ url: 'mqtts://broker.example.com:8883', tls: { ca: readFileSync(ca.caFile, 'utf8').trim() } });
    expect(config.commandKeys['k1']?.asymmetricKeyType).toBe('ed25519');
  });

  it('is repeated with the same key if the response was lost', async () => {
    lost = true;
    await expect(trade()).rejects.toThrow('The code stays valid');
    lost = false;
    await trade();
    const [first, second] = requests.map(({ csr }) => new X509Certificate(readFileSync(ca.sign(csr, '12'))).publicKey);
    expect(first?.equals(second!)).toBe(true);
    expect(existsSync(identity.file('next-key.pem'))).toBe(false);
  });

  it('is refused over a connection that others can read', async () => {
    for (const url of ['http://desk.example.com', 'ftp://desk.example.com', 'nowhere at all']) {
      await expect(enroll(identity, { cloudUrl: url, code, version: '1.0.0' })).rejects.toThrow('use https://');
    }
  });

  it('leaves the code alone that is no code', async () => {
    await expect(enroll(identity, { cloudUrl, code: '7KQ4', version: '1.0.0' })).rejects.toThrow('10 letters and digits');
    expect(requests).toEqual([]);
  });
});

describe('the installer’s code file', () => {
  beforeEach(() => writeFileSync(codeFile(), `${cloudUrl} ${code}\n`));

  it('is traded once and deleted', async () => {
    await enrollByFile(identity.folder, '1.0.0');
    await enrollByFile(identity.folder, '1.0.0');
    expect(requests.map((request) => request.code)).toEqual([code]);
    expect(identity.isEnrolled).toBe(true);
  });

  it('is deleted if the cloud refuses the code, with the cloud’s reason', async () => {
    refusal = { status: 410, message: 'This code was already used. Create a new one' };
    await expect(enrollByFile(identity.folder, '1.0.0')).rejects.toThrow(refusal.message);
    expect(existsSync(codeFile())).toBe(false);
    expect(startProblems()).toEqual([
      'This agent isn’t enrolled. Its code was refused: This code was already used. Create a new one. Then run: site-agent enroll <cloud url> <code>',
    ]);
    refusal = null;
    await trade();
    expect(startProblems()).toEqual([]);
  });

  it.each([
    ['ABC', '10 letters and digits'],
    ['', '10 letters and digits'],
  ])('is deleted with a code that can never work: %s', async (typed, reason) => {
    writeFileSync(codeFile(), `${cloudUrl} ${typed}\n`);
    await expect(enrollByFile(identity.folder, '1.0.0')).rejects.toThrow(reason);
    expect(existsSync(codeFile())).toBe(false);
  });

  it('stays while the cloud cannot be reached', async () => {
    lost = true;
    expect(startProblems()).toEqual(['This agent isn’t enrolled yet: it trades the installer’s code when it starts']);
    await expect(enrollByFile(identity.folder, '1.0.0')).rejects.toThrow('can’t be reached');
    expect(existsSync(codeFile())).toBe(true);
    expect(startProblems()).toEqual([
      expect.stringMatching(
        /^This agent isn’t enrolled yet\. The cloud at 127\.0\.0\.1:\d+ can’t be reached: .+\. It tries again by itself$/u,
      ),
    ]);
    lost = false;
    await enrollByFile(identity.folder, '1.0.0');
    expect(startProblems()).toEqual([]);
  });
});

it('a configuration names what the identity replaces, another site, and a missing enrollment', async () => {
  const config = { identity: { folder: identity.folder }, journal: '/var/lib/washdesk' };
  const read = (more: object) => () => readAgentConfig(writeConfig(temporary.path, { ...config, ...more }));
  expect(read({})).toThrow('This agent isn’t enrolled');
  await trade();
  expect(read({ commandKeys: {} })).toThrow('Remove commandKeys');
  expect(read({ site: 27 })).toThrow('this computer is enrolled for site 12');
  expect(read({ name: 'Joliet West' })().name).toBe('Joliet West');
});

it('a power failure between certificate and key is mended at the next start', async () => {
  await trade();
  const next = identity.nextKey();
  const certificate = readFileSync(ca.sign(certificateRequest(next), '12'), 'utf8');
  writeFileSync(identity.file('certificate.pem'), certificate);
  readAgentConfig(writeConfig(temporary.path, { identity: { folder: identity.folder }, journal: '/var/lib/washdesk' }));
  expect(createPublicKey(readFileSync(identity.file('key.pem'))).equals(createPublicKey(next))).toBe(true);
});

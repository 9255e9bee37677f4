import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createServer, type TLSSocket, type TlsOptions as ServerOptions } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestAuthority, type Certificate } from '@washdesk/broker/certificates.fixture';
import { WriteDeadline } from '../ports/write-deadline.ts';
import { temporaryFolder } from '../testing/support.ts';
import { openTls, type TlsTrust } from './tls.ts';

const folder = temporaryFolder();
let ca: TestAuthority;
let device: Certificate;
let fingerprint: string;
let server: Server | undefined;
let peers: TLSSocket[] = [];

beforeAll(() => {
  ca = new TestAuthority(folder.path);
  device = ca.issue('device');
  fingerprint = new X509Certificate(readFileSync(device.certificateFile)).fingerprint256;
});

afterEach(() => {
  for (const peer of peers.splice(0)) peer.destroy();
  server?.close();
});

afterAll(() => folder.remove());

async function startDevice(options: ServerOptions = {}): Promise<{ host: string; port: number; timeoutMs: number }> {
  const secure = createServer({ ...pairOf(device), ...options }, (socket) => peers.push(socket.on('error', () => undefined)));
  return listening(secure.on('tlsClientError', () => undefined));
}

async function listening(started: Server): Promise<{ host: string; port: number; timeoutMs: number }> {
  server = started;
  started.listen(0, '127.0.0.1');
  await once(started, 'listening');
  return { host: '127.0.0.1', port: (started.address() as AddressInfo).port, timeoutMs: 5_000 };
}

const pairOf = ({ certificateFile, keyFile }: Certificate) => ({
  cert: readFileSync(certificateFile, 'utf8'),
  key: readFileSync(keyFile, 'utf8'),
});

const byCa = (): TlsTrust => ({ ca: readFileSync(ca.caFile, 'utf8') });

async function firstPeer(): Promise<TLSSocket> {
  await expect.poll(() => peers.length).toBe(1);
  return peers[0]!;
}

describe('openTls', () => {
  it.each<[string, () => TlsTrust]>([
    ['the CA', byCa],
    ['the fingerprint', () => ({ fingerprint })],
    ['the fingerprint as openssl prints it without colons', () => ({ fingerprint: fingerprint.replaceAll(':', '').toLowerCase() })],
  ])('carries bytes both ways to a device that is verified by %s', async (_, trust) => {
    const line = await openTls({ ...(await startDevice()), trust: trust() });
    const peer = await firstPeer();
    peer.write('early');
    const first = await new Promise<Buffer>((resolve) => line.onData(resolve));
    await line.write(Buffer.from('hello'), WriteDeadline.none);
    const [received] = (await once(peer, 'data')) as [Buffer];
    line.close();

    expect([first.toString(), received.toString()]).toEqual(['early', 'hello']);
    expect(await line.closed).toContain('closed by the agent');
  });

  it.each<[string, () => TlsTrust, RegExp]>([
    [
      'another CA',
      () => ({ ca: readFileSync(new TestAuthority(folder.path, 'stranger').caFile, 'utf8') }),
      /isn’t signed by the configured CA/,
    ],
    ['another fingerprint', () => ({ fingerprint: 'AB'.repeat(32) }), /SHA-256 fingerprint [0-9A-F:]{95}, not the configured one/],
  ])('sends nothing to a device of %s', async (_, trust, reason) => {
    const received: Buffer[] = [];
    const address = await startDevice();
    server!.on('secureConnection', (socket: TLSSocket) => socket.on('data', (chunk: Buffer) => received.push(chunk)));

    await expect(openTls({ ...address, trust: trust() })).rejects.toThrow(reason);
    await expect.poll(() => peers.every(({ destroyed }) => destroyed)).toBe(true);
    expect(received).toEqual([]);
  });

  it('sends its own certificate to a device that requires one', async () => {
    const address = await startDevice({ requestCert: true, rejectUnauthorized: true, ca: readFileSync(ca.caFile) });
    const line = await openTls({ ...address, trust: byCa(), client: pairOf(ca.issue('agent')) });
    expect((await firstPeer()).authorized).toBe(true);
    line.close();
  });

  it('names a device that speaks no TLS', async () => {
    const address = await listening(createTcpServer((socket) => socket.on('error', () => undefined).write('hello, this is no TLS at all')));
    await expect(openTls({ ...address, trust: byCa() })).rejects.toThrow(`127.0.0.1:${address.port}: it doesn’t speak TLS on this port`);
  });

  it('gives up on a device that does not finish the handshake', async () => {
    const sockets: { destroyed: boolean; destroy(): unknown }[] = [];
    const address = await listening(createTcpServer((socket) => sockets.push(socket.resume())));
    await expect(openTls({ ...address, timeoutMs: 100, trust: byCa() })).rejects.toThrow('connection timed out');
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });

  it('resets the connection when it is aborted', async () => {
    const line = await openTls({ ...(await startDevice()), trust: byCa() });
    const broken = once((await firstPeer()).resume(), 'error') as Promise<[NodeJS.ErrnoException]>;
    line.abort();
    expect((await broken)[0].code).toBe('ECONNRESET');
    expect(await line.closed).toContain('closed by the agent');
    expect(line.isOpen).toBe(false);
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestAuthority } from '@washdesk/broker/certificates.fixture';
import { x509Authority } from '@washdesk/cloud-api/adapters/x509-authority/x509-authority';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { until } from '@washdesk/test-support/until';

const script = path.join(ROOT, 'deploy/mosquitto/washdesk-revocations.sh');
const serials = ['4a', '4b', '4c'].map((first) => first.padEnd(32, '0'));

let folder: string;
let server: Server;
let served: string;
let status: number;
let asked: number;
let running: ChildProcess | undefined;
let said = '';

const file = (name: string): string => path.join(folder, name);
const current = (): string => readFileSync(file('revoked.pem'), 'utf8');
/** How often the script called `reload` or `restart`. */
const calls = (name: string): number => readFileSync(file(name), 'utf8').length;

async function authorityIn(place: string, name: string) {
  const { caFile, keyFile } = new TestAuthority(place, name);
  const authority = await x509Authority(new X509Certificate(readFileSync(caFile)), createPrivateKey(readFileSync(keyFile)));
  return (revoked: readonly string[], number: bigint): Promise<string> =>
    authority.revocationList(
      revoked.map((serial) => ({ serial, revoked: new Date() })),
      number,
      new Date(),
    );
}
let list: Awaited<ReturnType<typeof authorityIn>>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-revocation-script-'));
  list = await authorityIn(folder, 'ca');
  for (const name of ['reload', 'restart']) {
    writeFileSync(file(name), '');
    writeFileSync(file(`${name}.sh`), `#!/bin/sh\nprintf x >> ${file(name)}\n`, { mode: 0o755 });
  }
  const certificates = serials.map((serial) => ({ serial, site: 12 }));
  [status, asked] = [200, 0];
  server = createServer(({ url }, response) => {
    asked += 1;
    response.writeHead(status).end(url?.endsWith('/revoked') ? JSON.stringify({ certificates }) : served);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  running?.kill('SIGTERM');
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Runs the script without the account that ends connections. */
function start(known: string, more: Record<string, string> = {}): void {
  said = '';
  writeFileSync(file('revoked.pem'), known);
  served = known;
  const control = { RELOAD: file('reload.sh'), RESTART: file('restart.sh'), EVERY: '0.05', RESTART_EVERY: '3600' };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running = spawn(script, [url, folder], { env: { ...process.env, ...control, ...more }, stdio: ['ignore', 'ignore', 'pipe'] });
  running.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
}

describe('washdesk-revocations.sh', () => {
  it('refuses an earlier list that is sent again, and one of another CA', async () => {
    const [older, newest] = [await list([], 255n), await list([serials[0]!], 256n)];
    start(newest);
    const foreign = await authorityIn(folder, 'other').then((sign) => sign([], 999n));
    for (const [refused, words] of [
      [older, 'has the number 255, the current one 256'],
      ['<html>', 'is not signed by'],
      [await list([], 256n), 'has the number 256, the current one 256'],
      [foreign, 'is not signed by'],
    ] as const) {
      said = '';
      served = refused;
      await until('the list is refused', () => said.includes(words) || null);
      expect(current()).toBe(newest);
    }
    served = await list([serials[0]!], 257n);
    await until('Mosquitto reads it', () => calls('reload') || null);
    expect([current(), calls('reload')]).toEqual([served, 1]);
  });

  it('reports once that the list can’t be fetched, and again after it was', async () => {
    start(await list([], 1n));
    const words = 'returned error: 503';
    const asks = async (more: number): Promise<void> => {
      const before = asked;
      await until(`${more} more requests`, () => asked > before + more || null);
    };
    for (const times of [1, 2]) {
      status = 503;
      await asks(3);
      expect(said.split(words)).toHaveLength(times + 1);
      status = 200;
      await asks(2);
    }
  });

  it('restarts Mosquitto once for several revocations if it cannot end their connections', async () => {
    start(await list([], 1n));
    for (const [index] of serials.entries()) {
      served = await list(serials.slice(0, index + 1), BigInt(index + 2));
      await until('Mosquitto reads it', () => calls('reload') === index + 1 || null);
    }
    await until('Mosquitto is restarted', () => calls('restart') || null);
    served = await list(serials, 9n);
    await until('Mosquitto reads it', () => calls('reload') === 4 || null);
    expect(calls('restart')).toBe(1);
    expect(said).toContain('Mosquitto is restarted');
  });

  it('fetches the list every 2 s by default', async () => {
    // in place of the system's
    writeFileSync(file('sleep'), `#!/bin/sh\nprintf '%s ' "$1" >> ${file('slept')}\nexec /bin/sleep 0.05\n`, { mode: 0o755 });
    start(await list([], 1n), { EVERY: '', PATH: `${folder}:${process.env['PATH']}` });
    await until('the script waits', () => existsSync(file('slept')) || null);
    expect(readFileSync(file('slept'), 'utf8')).toMatch(/^2 /);
  });

  it('ends the connections of sites that were revoked while it did not run', async () => {
    start(await list([serials[0]!], 1n));
    await until('Mosquitto is restarted', () => calls('restart') || null);
    expect(calls('reload')).toBe(0);
  });
});

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDebianPackage } from '@washdesk/packages/debian-package';
import { buildWeb } from '@washdesk/workbench/web-build';
import { DebianRoot } from './debian-root.ts';
import { startPackageSite } from './package-site.ts';

const run = promisify(execFile);

let folder: string;
let debian: DebianRoot;
let site: Awaited<ReturnType<typeof startPackageSite>>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-debian-'));
  debian = new DebianRoot(path.join(folder, 'root'));
  site = await startPackageSite();
  await buildWeb(folder);
});
afterAll(async () => {
  await debian.stopService('SIGKILL');
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const install = async (version: string): Promise<void> =>
  debian.dpkg('--install', await buildDebianPackage({ version, out: folder, compression: 'none' }));
const start = (): void => debian.startService();

async function verifyUnit(): Promise<void> {
  const unit = path.join(folder, 'washdesk-agent.service');
  const installed = readFileSync(path.join(debian.root, 'usr/lib/systemd/system/washdesk-agent.service'), 'utf8');
  writeFileSync(unit, installed.replaceAll('/usr/lib/washdesk', path.join(debian.root, 'usr/lib/washdesk')));
  await run('systemd-analyze', ['verify', unit]);
}

it('is installed, runs, is upgraded with its journal, and keeps its data until it is purged', async () => {
  const { data } = debian;
  await install('1.0.0');
  expect(readFileSync(path.join(data, 'current.txt'), 'utf8')).toBe('1.0.0');
  if (existsSync('/usr/bin/systemd-analyze')) await verifyUnit();

  const pinFile = path.join(folder, 'pin');
  writeFileSync(pinFile, '202611');
  writeFileSync(path.join(data, 'agent.yaml'), site.config({ folder: data, pinFile, serialPort: '/dev/ttyUSB-none' }));
  await site.online('1.0.0', start);
  expect(readdirSync(path.join(data, 'versions/1.0.0')).toSorted()).toEqual(['agent', 'alive', 'healthy', 'serialport.node']);
  expect((await fetch(site.pageUrl)).headers.get('content-type')).toContain('text/html');

  site.refuseRoster();
  await site.online('1.0.0', () => debian.killAgent());
  expect(await debian.stopService()).toBe(0);
  await site.offline();

  await install('1.1.0');
  await site.online('1.1.0', start);
  expect(await debian.stopService()).toBe(0);

  await debian.dpkg('--remove', 'washdesk-agent');
  expect(existsSync(path.join(data, 'journal'))).toBe(true);
  expect(existsSync(path.join(debian.root, 'usr/lib/washdesk'))).toBe(false);
  await debian.dpkg('--purge', 'washdesk-agent');
  expect(existsSync(data)).toBe(false);
});

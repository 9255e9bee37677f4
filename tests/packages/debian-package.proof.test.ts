import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDebianPackage } from '@washdesk/packages/debian-package';
import { until } from '@washdesk/test-support/until';
import { buildWeb } from '@washdesk/workbench/web-build';
import { startPackageSite } from './package-site.ts';

const run = promisify(execFile);

let folder: string;
let root: string;
let data: string;
let site: Awaited<ReturnType<typeof startPackageSite>>;
let host: ChildProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-debian-'));
  root = path.join(folder, 'root');
  data = path.join(root, 'var/lib/washdesk');
  await buildWeb(folder);
  site = await startPackageSite();
});
afterAll(async () => {
  host?.kill('SIGKILL');
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs dpkg on a root of its own; the scripts of the package get it as DPKG_ROOT. */
async function dpkg(...args: string[]): Promise<void> {
  await run('dpkg', [`--root=${root}`, '--force-script-chrootless', '--force-depends', '--force-not-root', ...args]);
}

async function install(version: string): Promise<void> {
  await dpkg('--install', await buildDebianPackage({ version, out: folder }));
}

/** Starts the host with the command of the unit, below the root. */
function startService(): void {
  host = spawn(path.join(root, 'usr/lib/washdesk/washdesk-host'), [data], { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function stopService(): Promise<number | null> {
  const ended = new Promise<number | null>((tell) => host!.once('exit', tell));
  host!.kill('SIGTERM');
  return ended;
}

/** Returns the process id of the agent, the only child of the host. */
function agentPid(): number {
  return Number(readFileSync(`/proc/${host!.pid}/task/${host!.pid}/children`, 'utf8').trim());
}

it('is installed, runs, is upgraded with its journal, and keeps its data until it is purged', async () => {
  for (const place of ['etc', 'var/lib/dpkg/info', 'var/lib/dpkg/updates']) mkdirSync(path.join(root, place), { recursive: true });
  writeFileSync(path.join(root, 'var/lib/dpkg/status'), '');
  await install('1.0.0');
  expect(readFileSync(path.join(data, 'current.txt'), 'utf8')).toBe('1.0.0');
  expect(readFileSync(path.join(data, 'agent.yaml'), 'utf8')).toContain('identity');

  const unit = path.join(folder, 'washdesk-agent.service');
  const installed = readFileSync(path.join(root, 'usr/lib/systemd/system/washdesk-agent.service'), 'utf8');
  writeFileSync(unit, installed.replaceAll('/usr/lib/washdesk', path.join(root, 'usr/lib/washdesk')));
  if (existsSync('/usr/bin/systemd-analyze')) await run('systemd-analyze', ['verify', unit]);

  const pinFile = path.join(folder, 'pin');
  writeFileSync(pinFile, '202611');
  writeFileSync(path.join(data, 'agent.yaml'), site.config({ folder: data, pinFile, serialPort: '/dev/ttyUSB-none' }));
  await site.online('1.0.0', startService);
  expect(readdirSync(path.join(data, 'versions/1.0.0')).toSorted()).toEqual(['agent', 'healthy', 'serialport.node']);
  expect((await fetch(site.pageUrl)).headers.get('content-type')).toContain('text/html');

  site.refuseRoster();
  await site.online('1.0.0', () => process.kill(agentPid(), 'SIGKILL'));
  expect(await stopService()).toBe(0);
  await site.offline();

  await install('1.1.0');
  await site.online('1.1.0', startService);
  expect(await stopService()).toBe(0);

  await dpkg('--remove', 'washdesk-agent');
  expect(existsSync(path.join(data, 'journal'))).toBe(true);
  expect(existsSync(path.join(root, 'usr/lib/washdesk'))).toBe(false);
  await dpkg('--purge', 'washdesk-agent');
  await until('the data is deleted', () => (existsSync(data) ? null : true));
});

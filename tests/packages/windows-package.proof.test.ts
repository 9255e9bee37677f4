import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { required } from '@washdesk/local-servers/debian-packages';
import { provideMingw, provideOsslsigncode, type UnpackedProgram } from '@washdesk/local-servers/unpacked-programs';
import { provideWine } from '@washdesk/local-servers/wine';
import { buildWindowsAgent, buildWindowsPackage, type SigningKey } from '@washdesk/packages/windows-package';
import { ReleaseRoutes } from '@washdesk/site-agent/testing/release-routes';
import { TestReleases } from '@washdesk/site-agent/testing/releases';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { buildWeb } from '@washdesk/workbench/web-build';
import { startPackageSite } from './package-site.ts';
import { compileProgram, WinePrefix, withoutVirtualAlloc2 } from './wine-prefix.ts';

const run = promisify(execFile);
const releases = new TestReleases();
const cloud = new ReleaseRoutes();
/** Of an agent for Wine that accepts the test's releases. */
const build = { releaseKeys: releases.publicKeys, prepareNode: withoutVirtualAlloc2 };

let folder: string;
let windows: WinePrefix;
let compiler: UnpackedProgram;
let data: string;
let site: Awaited<ReturnType<typeof startPackageSite>>;
const host = String.raw`C:\Program Files\Washdesk\washdesk-host.exe`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-windows-'));
  compiler = required(await provideMingw());
  windows = new WinePrefix(path.join(folder, 'wine'), required(await provideWine()));
  data = windows.drive('ProgramData/Washdesk');
  site = await startPackageSite(cloud.routes);
  await buildWeb(folder);
  await windows.create(compiler);
});
afterAll(async () => {
  await windows.remove();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const buildSetup = (version: string, signing?: SigningKey): Promise<string> =>
  buildWindowsPackage({ version, out: folder, compressor: 'off', signing, ...build });

async function createSigningKey(): Promise<SigningKey> {
  const [certificate, key] = [path.join(folder, 'signing.pem'), path.join(folder, 'signing.key')];
  const subject = ['-subj', '/CN=Washdesk', '-addext', 'extendedKeyUsage=codeSigning'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, '-keyout', key, '-out', certificate]);
  return { certificate, key };
}

async function isSigned(file: string, { certificate }: SigningKey): Promise<boolean> {
  const signer = required(await provideOsslsigncode());
  const { stdout } = await run(signer.program, ['verify', '-CAfile', certificate, '-in', file], { env: signer.env });
  return stdout.includes('Signature verification: ok');
}

async function succeeds(...command: string[]): Promise<void> {
  expect({ command, ...(await windows.run(...command)) }).toMatchObject({ code: 0 });
}

const untilNoAgent = (): Promise<true> => until('no agent runs', () => (windows.processes('agent.exe').length === 0 ? true : null));

function kill(program: string): void {
  const [pid, ...others] = windows.processes(program);
  if (pid === undefined || others.length > 0) throw new Error(`${program} does not run once`);
  process.kill(pid, 'SIGKILL');
}

/** Offers a signed release, which the agent downloads, and waits for its end. */
async function update(version: string, program: string, outcome: 'installed' | 'rolled-back'): Promise<string | null> {
  cloud.file = readFileSync(program);
  cloud.offered = releases.sign(cloud.file, { version, platform: 'win32-x64', file: 'agent.exe' });
  expect(await site.askForUpdate(version)).toMatchObject({ ok: true });
  const ended = await until(
    `${version} is ${outcome}`,
    () => site.updates().find((one) => one.version === version && one.outcome === outcome),
    300_000,
  );
  return ended.reason;
}

/** Builds an agent that executes one statement. */
async function faultyAgent(statement: string): Promise<string> {
  const program = path.join(folder, 'faulty.exe');
  await compileProgram(compiler, program, statement);
  return program;
}

it('is installed as a service, restarted, stopped, upgraded with its journal, rolled back, and uninstalled without its data', async () => {
  const signing = await createSigningKey();
  const [first, second] = [await buildSetup('1.0.0', signing), await buildSetup('1.1.0')];
  expect(await isSigned(first, signing)).toBe(true);
  const folderOfSite = String.raw`C:\ProgramData\Washdesk`;
  const own = site.config({ folder: folderOfSite, pinFile: String.raw`${folderOfSite}\pin`, serialPort: 'COM9' });
  const config = `${own}data: '${folderOfSite}'\n`;
  mkdirSync(data, { recursive: true });
  writeFileSync(path.join(data, 'pin'), '202611');
  writeFileSync(path.join(data, 'agent.yaml'), config);

  // a code that can't work ends the installation; one whose cloud can't be reached is left to the agent
  expect((await windows.run(first, '/S', '/CLOUD=127.0.0.1:9', '/CODE=ABCD-1234')).code).toBe(5);
  expect(existsSync(path.join(data, 'enrollment-code'))).toBe(false);
  await site.online('1.0.0', () => succeeds(first, '/S', '/CLOUD=127.0.0.1:9', '/CODE=7KQ4M-X2P9T'));
  expect(readFileSync(path.join(data, 'enrollment-code'), 'utf8')).toBe('https://127.0.0.1:9 7KQ4M-X2P9T');
  expect(await isSigned(path.join(data, 'versions/1.0.0/agent.exe'), signing)).toBe(true);
  expect(readdirSync(path.join(data, 'versions/1.0.0')).toSorted()).toEqual(['agent.exe', 'alive', 'healthy', 'serialport.node']);
  expect((await fetch(site.pageUrl)).headers.get('content-type')).toContain('text/html');

  site.refuseRoster();
  await site.online('1.0.0', () => kill('agent.exe'));
  await succeeds(host, 'stop');
  await site.offline();
  await untilNoAgent();

  await site.online('1.1.0', () => succeeds(second, '/S'));
  expect(readFileSync(path.join(data, 'agent.yaml'), 'utf8')).toBe(config);

  kill('washdesk-host.exe');
  await untilNoAgent();
  await site.online('1.1.0', () => windows.restart());

  site.acceptAgent();
  // an update that crashes, and one that never connects, which takes the minute of its trial
  const failing = [
    ['return 3;', 'it ended during its trial with exit code 3'],
    ['Sleep(INFINITE);', 'it was not connected at the end of its trial'],
  ] as const;
  for (const [index, [statement, reason]] of failing.slice(0, sizeOf('windows').failingUpdates).entries()) {
    expect(await update(`2.0.${index}`, await faultyAgent(statement), 'rolled-back')).toBe(reason);
    expect(readFileSync(path.join(data, 'current.txt'), 'utf8')).toBe('1.1.0');
  }

  // and one that works
  const program = path.join(folder, 'agent.exe');
  await buildWindowsAgent(program, { version: '2.1.0', ...build });
  await site.online('2.1.0', () => update('2.1.0', program, 'installed'));
  expect([readFileSync(path.join(data, 'current.txt'), 'utf8'), existsSync(path.join(data, 'next.txt'))]).toEqual(['2.1.0', false]);

  // the devices of the file become the site's configuration, with the paths of Windows
  await succeeds(host, 'stop');
  await succeeds(String.raw`C:\ProgramData\Washdesk\versions\2.1.0\agent.exe`, 'split', String.raw`C:\ProgramData\Washdesk\agent.yaml`);
  expect(readFileSync(path.join(data, 'agent.yaml'), 'utf8')).toBe(config.replace(/^devices:\n(?: .*\n)*/m, ''));
  expect(readFileSync(path.join(data, 'site-configuration.yaml'), 'utf8')).toContain('path: COM9');
  await site.online('2.1.0', () => succeeds(host, 'start'));

  // the uninstaller continues as a copy, which can delete the original
  await succeeds(String.raw`C:\Program Files\Washdesk\uninstall.exe`, '/S');
  await until('the programs are deleted', () => (existsSync(windows.drive('Program Files/Washdesk')) ? null : true));
  expect((await windows.run('sc', 'query', 'Washdesk')).code).not.toBe(0);
  expect(existsSync(path.join(data, 'journal'))).toBe(true);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginUser } from '@washdesk/contracts/access/auth';
import { createAgentCode, listSiteAgents, type SiteAgent } from '@washdesk/contracts/access/site-agent';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { provideMingw } from '@washdesk/local-servers/unpacked-programs';
import { provideWine } from '@washdesk/local-servers/wine';
import { buildDebianPackage } from '@washdesk/packages/debian-package';
import { buildWindowsPackage } from '@washdesk/packages/windows-package';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { DebianRoot } from './debian-root.ts';
import { WinePrefix, withoutVirtualAlloc2 } from './wine-prefix.ts';

const site = 12;
/** What an installer waits for at most, from the start of the installation. */
const withinMs = 300_000;

let folder: string;
let workbench: Workbench;
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-install-'));
  workbench = await startWorkbench({ folder: path.join(folder, 'workbench'), fresh: true, log: () => undefined });
  await workbench.service(`agent-${site}`).stop();
  const { username, password } = workbench.company.logins.find(({ roles }) => atLeast(roles, Role.Admin))!;
  token = loginUser.response.parse(await call('POST', loginUser.path, { username, password })).accessToken;
});
afterAll(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, at: string, body?: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${workbench.url}/api${at}`, {
    method,
    headers,
    signal: abortOnHang(),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

/** Returns the content of the file that an installer writes for the agent. */
async function enrollmentCode(): Promise<string> {
  const { code } = createAgentCode.response.parse(await call('POST', createAgentCode.path.replace('{site}', String(site)), {}));
  return `${workbench.url} ${code}`;
}

async function agentOf(): Promise<SiteAgent> {
  const { agents } = listSiteAgents.response.parse(await call('GET', listSiteAgents.path));
  return agents.find((agent) => agent.site === site)!;
}

async function untilOnline(version: string): Promise<void> {
  await until(
    `agent ${version} is online`,
    async () => ((await agentOf()).online && (await agentOf()).version === version) || null,
    withinMs,
  );
  expect((await agentOf()).certificate).not.toBeNull();
}

describe('a fresh computer is online after its installation with one code', () => {
  it('on Debian', async () => {
    const debian = new DebianRoot(path.join(folder, 'root'));
    await debian.dpkg('--install', await buildDebianPackage({ version: '1.0.0', out: folder, compression: 'none' }));
    // paths of the configuration are those of an installed system
    const config = path.join(debian.data, 'agent.yaml');
    writeFileSync(config, readFileSync(config, 'utf8').replaceAll('/var/lib/washdesk', debian.data));
    writeFileSync(path.join(debian.data, 'enrollment-code'), await enrollmentCode());
    debian.startService();
    await untilOnline('1.0.0');
    expect(await debian.stopService()).toBe(0);
  });

  it('on Windows, under Wine', async (context) => {
    const [wine, mingw] = await Promise.all([provideWine(), provideMingw()]);
    if ('missing' in wine) return context.skip(wine.missing);
    if ('missing' in mingw) return context.skip(mingw.missing);
    const windows = new WinePrefix(path.join(folder, 'wine'), wine);
    await windows.create(mingw);
    const setup = await buildWindowsPackage({ version: '1.1.0', out: folder, compressor: 'off', prepareNode: withoutVirtualAlloc2 });
    const [cloud, code] = (await enrollmentCode()).split(' ');
    const install = async () => (await windows.run(setup, '/S', `/CLOUD=${cloud}`, `/CODE=${code}`)).code;
    expect(await install()).toBe(0);
    await untilOnline('1.1.0');
    // the code is used now: the installer says so, and the site goes on
    expect(await install()).toBe(5);
    await untilOnline('1.1.0');
    await windows.remove();
    return undefined;
  });
});

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { startFirebird } from '@washdesk/local-servers/firebird';
import { databaseFile } from '@washdesk/local-servers/firebird-databases';
import { SYSDBA } from '@washdesk/local-servers/firebird-instance';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import { startWithReadyLine } from '@washdesk/local-servers/processes/program';
import { createService, type Service } from '@washdesk/local-servers/processes/service';
import type { AgentConfigInput } from '@washdesk/site-agent/config';
import { ConfigurationStore } from '@washdesk/site-agent/configuration/configuration-store';
import { IdentityFolder } from '@washdesk/site-agent/identity/identity-folder';
import { SITEWATCH } from './seed/company-seed.ts';
import { sharedProcess } from './shared-process.ts';
import { siteDevices } from './site-devices/site-devices.ts';
import { WEB_ROOT } from './web-build.ts';
import type { WorkbenchContext } from './workbench-context.ts';

/** The address of a site's Sitewatch, for people who read the database over their own connection. */
export interface SitewatchAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface WashSite {
  readonly number: number;
  readonly name: string;
  readonly timeZone: string;
}

export interface SiteServices {
  /** The site's Sitewatch, if Firebird is available, and its devices. */
  readonly independent: readonly Service[];
  readonly agent: Service;
}

export function siteServices(base: WorkbenchContext, site: WashSite): SiteServices {
  const sitewatch = sitewatchService(base, site.number);
  const devices = deviceParts(base, site.number);
  return { independent: sitewatch ? [sitewatch, ...devices] : devices, agent: agentService(base, site) };
}

/** Returns the simulated devices of a site, in one process. */
function deviceParts(base: WorkbenchContext, site: number): readonly Service[] {
  const start = sharedProcess(base, `devices-${site}`);
  return siteDevices.map(({ simulator, flags }) => {
    const name = `${simulator}-${site}`;
    const file = path.join(base.folder, `${name}.json`);
    return start({
      name,
      kind: simulator,
      flags: flags?.({ file, publicUrl: base.publicUrl, receiver: `http://${LOOPBACK}:${base.ports.port(receiverOf(site))}` }) ?? {},
    });
  });
}

export function sitewatchFolder(folder: string, site: number): string {
  return path.join(folder, `sitewatch-${site}`);
}

function sitewatchService({ folder, run, firebird, ports }: WorkbenchContext, site: number): Service | null {
  if (firebird?.kind !== 'private') return null;
  const name = `sitewatch-${site}`;
  return createService(name, () =>
    startFirebird({ distribution: firebird, folder: sitewatchFolder(folder, site), name, run, port: ports.port(name) }),
  );
}

/** Returns null if Firebird is unavailable. */
export function sitewatchAddress({ folder, firebird, ports }: WorkbenchContext, site: number): SitewatchAddress | null {
  if (!firebird) return null;
  if (firebird.kind === 'private') {
    const database = databaseFile(sitewatchFolder(folder, site), SITEWATCH);
    return { host: LOOPBACK, port: ports.port(`sitewatch-${site}`), ...SYSDBA, database };
  }
  const { host, port, user, password } = firebird;
  return { host, port, user, password, database: path.posix.join(firebird.folder, `${foreignDatabase(folder, site)}.fdb`) };
}

/** Returns the name of a site's database on an external server, which another workbench may share. */
export function foreignDatabase(folder: string, site: number): string {
  return `washdesk-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}-${site}`;
}

/** The name of the port at which a site's agent receives posts of devices. */
const receiverOf = (site: number): string => `receiver-${site}`;

/** The PINs of every site's local page. */
export const localPins = { it: '202611', cashier: '111222' } as const;

/** The name of its port. */
export const localPageName = (site: number): string => `local-page-${site}`;

export const localPageUrl = (port: (name: string) => number, site: number): string => `http://${LOOPBACK}:${port(localPageName(site))}`;

function localPinFiles(folder: string): { itPinFile: string; cashierPinFile: string } {
  const written = (name: string, pin: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, pin, { mode: 0o600 });
    return file;
  };
  return { itPinFile: written('it-pin', localPins.it), cashierPinFile: written('cashier-pin', localPins.cashier) };
}

function agentService(base: WorkbenchContext, site: WashSite): Service {
  const name = `agent-${site.number}`;
  return createService(name, async () => {
    const config = writeAgentConfig(base, site);
    if (base.isEnrolledByCode) await writeCode(base, site.number, path.dirname(config));
    return startWithReadyLine({ name, folder: base.run, script: 'site-agent/src/main.ts', args: [config] });
  });
}

/** Writes the file with a code for an agent that is not enrolled, as its installer does. */
async function writeCode(base: WorkbenchContext, site: number, folder: string): Promise<void> {
  if (new IdentityFolder(identityFolder(folder)).isEnrolled) return;
  writeFileSync(path.join(folder, 'enrollment-code'), await base.agentCode(site), { mode: 0o600 });
}

const identityFolder = (folder: string): string => path.join(folder, 'identity');

/** Writes the agent's configuration file, as an installer would, and returns its path. */
function writeAgentConfig(base: WorkbenchContext, site: WashSite): string {
  const folder = path.join(base.folder, `agent-${site.number}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'agent.yaml');
  const ordinary = agentConfig(base, site, folder);
  writeFileSync(file, stringify(base.overrides.agent?.(ordinary) ?? ordinary), { mode: 0o600 });
  return file;
}

/** Returns the identity of an enrolled agent, or what a configuration by hand has in its place. */
function identitySettings(base: WorkbenchContext, { number, name, timeZone }: WashSite, folder: string) {
  if (base.isEnrolledByCode) return { identity: { folder: identityFolder(folder) } };
  const { clientId, secret: clientSecret } = base.agentAccount(number);
  return {
    site: number,
    name,
    timeZone,
    cloud: { url: base.url, clientId, clientSecret },
    broker: { url: base.brokerUrl, username: `site-${number}`, password: base.secrets.password(`broker-site-${number}`) },
    commandKeys: { [base.commandKeyId]: base.secrets.publicKey('command') },
  };
}

function agentConfig(base: WorkbenchContext, site: WashSite, folder: string): AgentConfigInput {
  const { ports } = base;
  const { number } = site;
  const data = path.join(folder, 'data');
  return {
    ...identitySettings(base, site, folder),
    journal: path.join(folder, 'journal'),
    data,
    ...(base.overrides.movableClock !== false && { clockFile: base.clockFile }),
    localPage: { port: ports.port(localPageName(number)), folder: WEB_ROOT, ...localPinFiles(folder) },
    // what an Admin has configured in the cloud stays
    ...(new ConfigurationStore(data).current() === null && siteSettings(base, site)),
  };
}

/** Returns what the cloud may configure. */
function siteSettings(base: WorkbenchContext, { number, name }: WashSite): Pick<AgentConfigInput, 'sitewatch' | 'receiver' | 'devices'> {
  const { ports } = base;
  const sitewatch = sitewatchAddress(base, number);
  return {
    ...(sitewatch && { sitewatch }),
    receiver: { host: LOOPBACK, port: ports.port(receiverOf(number)) },
    devices: siteDevices.flatMap(({ simulator, agentDevices }) => {
      return agentDevices?.({ host: LOOPBACK, port: ports.port(`${simulator}-${number}`) }, name) ?? [];
    }),
  };
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startCloudApi } from '@washdesk/cloud-api/compose';
import { readConfig } from '@washdesk/cloud-api/config';
import { ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { publicUrl, startTestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import type { FleetCause, FleetSiteDetails } from '@washdesk/contracts/sites/fleet';
import { freePort } from '@washdesk/local-servers/ports';
import { Role } from '@washdesk/rules/company/roles';
import type { AgentConfigInput } from '@washdesk/site-agent/config';
import { startTestSitewatch } from '@washdesk/site-agent/drivers/sitewatch/firebird.fixture';
import { startAgentProcess, startRosterServer, type AgentProcess } from '@washdesk/site-agent/testing/agent';
import { cameraSecret, everyDeviceConfig, startEveryDevice, type DevicePorts } from '@washdesk/site-agent/testing/every-device';
import { temporaryFolder, writeConfig } from '@washdesk/site-agent/testing/support';
import { startTcpProxy } from '@washdesk/test-support/tcp-proxy';
import { until } from '@washdesk/test-support/until';
import { startWebhookReceiver } from '../webhook-receiver.ts';
import { agentConfig } from './agent-config.ts';
import { FleetDashboard } from './fleet-dashboard.ts';
import { SiteAlerts } from './site-alerts.ts';

export type FaultSite = Awaited<ReturnType<typeof startFaultSite>>;

/** A line of the cloud's log that concerns a fault. */
export interface LoggedFault {
  alert?: string;
  cleared?: string;
  device?: string;
  msg: string;
  outage?: { reason: string };
}

const site = 12;

/** A cloud whose alerts and dashboard are recorded, a real agent with every kind of device, and proxies to cut it from its servers. */
export async function startFaultSite() {
  const folder = temporaryFolder();
  const [environment, sitewatch, members, devices] = await Promise.all([
    startTestEnvironment(),
    startTestSitewatch(folder.path),
    startRosterServer(),
    startEveryDevice(),
  ]);
  const logged: LoggedFault[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line) as LoggedFault) });
  const cloud = await startCloudApi(readConfig(environment.settings), log);
  const url = `http://127.0.0.1:${cloud.port}`;
  const headers = await signedIn(environment, { roles: Role.Admin });
  const [admin, dashboard, webhook] = [
    new ApiClient(url, headers),
    await FleetDashboard.open(url, publicUrl, headers),
    await startWebhookReceiver(),
  ];
  const alwaysSent = { quietHours: null, timeZone: 'America/Chicago', criticalInQuietHours: true, escalateAfterMinutes: 1_440 };
  await admin.put('/alerts/settings', alwaysSent);
  await admin.post('/alerts/recipients', { channel: 'webhook', name: 'Pager', address: webhook.url, list: 'first' });
  const proxies = {
    broker: await startTcpProxy(environment.broker.port),
    cloud: await startTcpProxy(Number(new URL(members.url).port)),
    sitewatch: await startTcpProxy(sitewatch.config.port),
  };
  const receiver = { host: '127.0.0.1', port: await freePort() };
  const postAddress = `http://127.0.0.1:${receiver.port}/plates/camera/${cameraSecret}`;
  devices.camera.aim(postAddress);

  const ports = Object.fromEntries(Object.entries(devices).map(([name, { port }]) => [name, port])) as DevicePorts;
  const common = agentConfig(environment.settings, site);
  const config = (diskWarnPercent: number): AgentConfigInput => ({
    ...common,
    cloud: { url: `http://127.0.0.1:${proxies.cloud.port}`, clientId: 'agent-12', clientSecret: 'secret' },
    broker: { ...common.broker, url: `mqtt://127.0.0.1:${proxies.broker.port}` },
    journal: { folder: `${folder.path}/journal`, diskWarnPercent },
    sitewatch: { ...sitewatch.config, port: proxies.sitewatch.port },
    receiver,
    devices: everyDeviceConfig(ports, devices),
  });

  const clockFile = join(folder.path, 'computer-clock');
  let agent: AgentProcess;
  async function startAgent({ diskWarnPercent = 100 } = {}): Promise<void> {
    process.env['SHIFTED_CLOCK_FILE'] = clockFile;
    process.env['NODE_OPTIONS'] = `--import ${fileURLToPath(new URL('shifted-clock.mjs', import.meta.url))}`;
    agent = startAgentProcess(writeConfig(folder.path, config(diskWarnPercent)));
    delete process.env['NODE_OPTIONS'];
    await agent.ready();
  }
  const shiftClock = (ms: number) => writeFileSync(clockFile, String(ms));
  shiftClock(0);

  const { db } = environment.database;
  const openFaults = async () => {
    const rows = await db.selectFrom('site_fault').select('source').where('site', '=', site).where('cause', 'is not', null).execute();
    return rows.map(({ source }) => source);
  };
  const allOnline = async () => {
    const rows = await db.selectFrom('site_device').select('id').where('site', '=', site).where('health', '=', 'online').execute();
    return rows.length === 10 && (await openFaults()).length === 0;
  };

  await startAgent();
  await until('all devices are online', async () => (await allOnline()) || null);

  return {
    ...devices,
    proxies,
    members,
    sitewatch,
    postAddress,
    startAgent,
    shiftClock,
    get agent() {
      return agent;
    },
    logged,
    dashboard,
    alerts: new SiteAlerts(environment.database, publicUrl),
    /** What the webhook of IT received. */
    told: webhook.told,
    /** What is wrong, on the page of the site. */
    async causesOnPage(): Promise<FleetCause[]> {
      return (await admin.get<FleetSiteDetails>(`/fleet/${site}`)).body.site.causes;
    },
    /** Waits until nothing is wrong, and forgets what was wrong: the next fault with the same cause alerts again. */
    async mended(): Promise<void> {
      await until('everything is mended', async () => (await allOnline()) || null, 60_000);
      await db.updateTable('site_fault').set({ ended: '{}' }).execute();
    },
    /** Returns what the source is reported with: a device, or the code of a problem. */
    async reasonOf(source: string): Promise<string | null> {
      const device = await db.selectFrom('site_device').select('reason').where('id', '=', source).executeTakeFirst();
      if (device) return device.reason;
      const row = await db.selectFrom('site_agent').select('problems').where('site', '=', site).executeTakeFirst();
      return row?.problems.find(({ code }) => code === source)?.sentence ?? null;
    },
    async stop(): Promise<void> {
      dashboard.close();
      await agent.stop('SIGKILL');
      await cloud.stop();
      webhook.stop();
      await Promise.all([...Object.values(devices), ...Object.values(proxies), members, sitewatch, environment].map((part) => part.stop()));
      folder.remove();
    },
  };
}

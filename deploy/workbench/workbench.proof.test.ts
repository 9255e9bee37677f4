import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Driver from 'node-firebird';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processIdentity } from '@washdesk/local-servers/processes/process-identity';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { until } from '@washdesk/local-servers/processes/wait';
import { startWorkbenchPage } from './page.ts';
import { tourSteps } from './tour/tour-steps.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-workbench-'));
const log: string[] = [];
let workbench: Workbench;

const start = (fresh: boolean, stripeScripts = false): Promise<Workbench> =>
  startWorkbench({ folder, fresh, stripeScripts, log: (line) => log.push(line) });

beforeAll(async () => {
  workbench = await start(true);
});

afterAll(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function sql(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: workbench.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the row count of a Sitewatch table, read over the test's own connection. */
async function sitewatchRows(site: number, table: string): Promise<number> {
  const address = workbench.sitewatch(site);
  if (!address) throw new Error('Firebird is unavailable');
  const database = await Driver.attachAsync(address);
  try {
    const rows = await database.queryAsync<{ N: number }>(`select count(*) as N from ${table}`);
    return rows[0]?.N ?? 0;
  } finally {
    await database.detachAsync();
  }
}

const faultsWith =
  (isOn: boolean) =>
  ({ number }: { number: number }): object =>
    expect.objectContaining({ number, faults: expect.arrayContaining([expect.objectContaining({ name: 'paper-out', isOn })]) });

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: abortOnHang() });
  return response.json();
}

describe('the workbench', () => {
  it('runs a seeded company with two sites', async () => {
    expect(workbench.services.every((service) => service.isRunning)).toBe(true);
    expect(await getJson(`${workbench.url}/health/ready`)).toMatchObject({ ready: true });
    expect(await sql('select number from site order by number')).toEqual([{ number: 12 }, { number: 27 }]);
    expect(await sitewatchRows(12, 'CUSTOMER')).toBeGreaterThan(1000);
    expect(await sitewatchRows(27, 'EMPLOYEE')).toBe(workbench.company.employees.length);
  });

  it('has an agent at each site that was enrolled by a code', async () => {
    const current = await sql('select distinct site from site_certificate where revoked is null order by site');
    expect(current).toEqual([{ site: 12 }, { site: 27 }]);
    expect(await sql(`select distinct principal from session where principal like '%agent%' order by principal`)).toEqual([
      { principal: 'site-agent:12' },
      { principal: 'site-agent:27' },
    ]);
  });

  it('fills the mirror from the Stripe simulator', async () => {
    const [row] = await sql('select count(*)::integer as customers from mirror_customer');
    expect(row?.['customers']).toBe(workbench.company.members.length);
  });

  it('enrols the tablet of each site, which asks what there is to sign', async () => {
    for (const site of [12, 27]) {
      const tablet = await getJson(`${workbench.control(`tablet-${site}`)}/state`);
      expect(tablet).toMatchObject({ enrolment: { site, terminal: null }, lastStatus: 200, waiting: [] });
    }
  });

  it('enrols the register of each site, which shows the app inside its embedded browser', async () => {
    for (const site of [12, 27]) {
      const register = `http://127.0.0.1:${workbench.port(`register-${site}`)}`;
      expect(await getJson(`${register}/api/device/current`)).toMatchObject({
        device: { kind: 'register', site, terminal: 'Washcashier1' },
      });
      expect(await (await fetch(`${register}/__register/`)).text()).toContain('Open a sale');
      expect(await getJson(`${workbench.control(`register-${site}`)}/state`)).toMatchObject({ receipts: [], tenders: [] });
    }
  });

  it('makes enrolment links as an Admin does', async () => {
    const link = await workbench.enrolmentLink({ kind: 'register', name: 'Register', site: 12, terminal: 'Washcashier1' });
    expect(link.startsWith(`${workbench.url}/`)).toBe(true);
  });

  it('shows links, logins and the devices on its page, with cars, faults and the tour', async () => {
    const page = await startWorkbenchPage(workbench);
    expect(await (await fetch(page.url)).text()).toContain('Who can sign in');
    const facts = await getJson(`${page.url}/facts`);
    expect(facts).toMatchObject({ app: workbench.url, logins: workbench.company.logins });
    const { links } = facts as { links: { name: string; url: string }[] };
    const register = links.find(({ name }) => name === 'Register (Joliet Washcashier1)');
    expect((await fetch(register?.url ?? '')).status).toBe(200);
    const rows = [
      { label: 'Gate north', mark: { text: 'gate closed' } },
      { label: 'Gate south' },
      { label: 'Tag reader' },
      { label: 'Plate camera', mark: { text: 'ready' } },
      { label: 'Printer' },
      { label: 'Signature tablet', mark: { text: 'enrolled' } },
    ];
    const state = { sites: [{ number: 12, rows }, { number: 27 }] };
    expect(await getJson(`${page.url}/state`)).toMatchObject(state);
    const replied = await (await fetch(`${page.url}/reply/+18155550101/STOP`, { method: 'POST' })).json();
    expect(replied).toMatchObject({ messages: { texts: [{ from: '+18155550101', body: 'STOP' }] } });
    const before = (await getJson(`${page.url}/state`)) as { time: string };
    const moved = (await (await fetch(`${page.url}/clock/1`, { method: 'POST' })).json()) as { time: string };
    expect(Date.parse(moved.time) - Date.parse(before.time)).toBeGreaterThanOrEqual(86_400_000);

    const press = async (address: string): Promise<unknown> => (await fetch(page.url + address, { method: 'POST' })).json();
    const { code } = workbench.company.edgeCases.ordinary;
    expect(await press(`/car/12/1/${code}`)).toMatchObject({ sites: [{ lanes: [{ lane: 1, car: { code, stage: 'waiting' } }, {}] }, {}] });
    expect(await press('/car/12/1/away')).toMatchObject({ sites: [{ lanes: [{ car: null }, {}] }, {}] });
    const fault = (isOn: boolean) => ({ sites: expect.arrayContaining([{ number: 12 }].map(faultsWith(isOn))) });
    expect(await press('/fault/12/printer/paper-out/on')).toMatchObject(fault(true));
    expect(await press('/fault/12/printer/paper-out/off')).toMatchObject(fault(false));
    expect(await press('/tour/start')).toMatchObject({
      tour: { isDone: false, steps: [{ title: 'Sign in', state: 'now' }, ...tourSteps.slice(1).map(() => ({}))] },
    });
    const foreign = await fetch(`${page.url}/tour/stop`, { method: 'POST', headers: { origin: 'http://elsewhere.test' } });
    expect(foreign.status).toBe(404);
    await page.stop();
  });

  it('moves the time of the whole company, and only forward', async () => {
    const { offsetMs: before } = (await getJson(`${workbench.control('stripe')}/clock`)) as { offsetMs: number };
    const to = new Date(Date.now() + before + 3_600_000);
    await workbench.moveClock(to);
    const stripe = (await getJson(`${workbench.control('stripe')}/clock`)) as { now: string; offsetMs: number };
    expect(Date.parse(stripe.now)).toBeGreaterThanOrEqual(to.getTime());
    expect(JSON.parse(readFileSync(path.join(folder, 'clock.json'), 'utf8'))).toEqual({ offsetMs: stripe.offsetMs });
    await expect(workbench.moveClock(new Date())).rejects.toThrow('cannot be moved back');

    await workbench.service('stripe').restart();
    expect(await getJson(`${workbench.control('stripe')}/clock`)).toMatchObject({ offsetMs: stripe.offsetMs });
  });

  it.each(['cloud-api', 'broker', 'agent-12', 'sitewatch-12', 'postgres'])(
    'starts %s again after kill -9, at the same address',
    async (name) => {
      const service = workbench.service(name);
      const before = service.pid;
      await service.kill();
      expect(service.isRunning).toBe(false);
      await service.start();
      expect(service.pid).not.toBe(before);
      expect(await getJson(`${workbench.url}/health/ready`)).toMatchObject({ ready: true });
      expect(await getJson(`${workbench.control('gate-12')}/state`)).toMatchObject({ gates: [{}, {}] });
      expect(await sitewatchRows(12, 'TERMINAL')).toBeGreaterThan(0);
      expect(await getJson(`http://127.0.0.1:${workbench.port('register-12')}/api/device/current`)).toMatchObject({ device: { site: 12 } });
    },
  );

  it.each(['gate-12', 'register-12'])(
    'starts %s again after a kill, at the same address and without memory, beside the others of its process',
    async (name) => {
      const service = workbench.service(name);
      const printer = workbench.service('printer-12');
      expect(service.pid).toBe(printer.pid);
      await fetch(`${workbench.control(name)}/behaviour`, { method: 'POST', body: '{"refuse":true}' });
      await service.kill();
      expect([service.isRunning, service.pid, printer.isRunning]).toEqual([false, null, true]);
      await expect(getJson(`${workbench.control(name)}/state`)).rejects.toThrow('fetch failed');
      expect(await getJson(`${workbench.control('printer-12')}/state`)).toMatchObject({ paper: [] });
      await service.start();
      expect(await (await fetch(`${workbench.control(name)}/state`)).text()).toContain('"refuse":false');
      expect(await getJson(`${workbench.control('gate-12')}/state`)).toMatchObject({ gates: [{}, {}] });
      expect(await getJson(`http://127.0.0.1:${workbench.port('register-12')}/api/device/current`)).toMatchObject({ device: { site: 12 } });
      expect(() => service.suspend()).toThrow('shares its process');
    },
  );

  it.runIf(process.platform === 'linux')('suspends a service and lets it go on', async () => {
    const service = workbench.service('agent-27');
    const isStopped = (): boolean => readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T') ?? false;
    const becomes = (stopped: boolean): Promise<true> =>
      until(() => (isStopped() === stopped ? true : null), { what: `agent-27 is ${stopped ? '' : 'not '}stopped` });
    service.suspend();
    expect(await becomes(true)).toBe(true);
    service.resume();
    expect(await becomes(false)).toBe(true);
  });

  it('lets no second workbench into its folder', async () => {
    await expect(start(false)).rejects.toThrow('A workbench already runs in');
  });

  it('leaves no process behind, and finds its data and its address again', async () => {
    await sql('create table marker (id integer)');
    const { url } = workbench;
    const pids = workbench.services.map((service) => service.pid ?? 0);
    await workbench.stop();
    expect(pids.map(processIdentity)).toEqual(pids.map(() => null));

    workbench = await start(false);
    expect(workbench.url).toBe(url);
    expect(await sql('select * from marker')).toEqual([]);
  });

  it('forgets everything on a fresh start, and serves Stripe’s scripts from the simulator', async () => {
    const page = async (): Promise<string> => (await fetch(workbench.url)).text();
    expect(await page()).not.toContain('stripe.js');
    await workbench.stop();
    workbench = await start(true, true);
    await expect(sql('select * from marker')).rejects.toThrow('does not exist');
    const [script] = /http[^"]*stripe\.js/.exec(await page()) ?? [''];
    expect(await (await fetch(script)).text()).toContain('window.Stripe');
  });
});

import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rollout } from '@washdesk/contracts/sites/release';
import { updateOutcomes } from '@washdesk/site-protocol/events';
import { writeRelease } from '../../../adapters/releases-folder/release.fixture.ts';
import { releasesFolder } from '../../../adapters/releases-folder/releases-folder.ts';
import { programPrincipal, type Principal } from '../../../common/caller.ts';
import { openLog } from '../../../http/log.ts';
import type { CommandOutcome, SiteCommands } from '../../../ports/site-commands.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { AgentUpdates } from './agent-updates.service.ts';
import { FolderAlerts } from './folder-alerts.ts';
import { RolloutRounds } from './rollout-rounds.ts';
import { Rollouts } from './rollouts.service.ts';

const admin: Principal = { ...programPrincipal('3242', 'Alex Moreau', 'request'), kind: 'staff', employee: 3_242 };
const agentOf = (site: number): Principal => programPrincipal(`site-agent:${site}`, `Agent of site ${site}`, 'request', { site });
const sites = [1, 2, 3, 4, 5, 6];
const reason = 'Fixes the tag reader';
const minuteMs = 60_000;

let folder: string;
let database: TestDatabase;
let now: Date;
let alerts: string[];
/** Commands sent, as site and version, and how a site replies. */
let asked: [number, string][];
let replies: Map<number, CommandOutcome<'agent.update'>>;

beforeAll(async () => {
  database = await freshDatabase();
  for (const number of sites) {
    const site = { number, name: `Wash ${number}`, state: 'IL', time_zone: 'America/Chicago', location_id: null };
    await database.db.insertInto('site').values(site).execute();
  }
});
afterAll(() => database.stop());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-releases-'));
  for (const version of ['1.4.0', '1.5.0', '1.6.0']) writeRelease(folder, version);
  now = new Date('2026-11-20T12:00:00Z');
  [alerts, asked, replies] = [[], [], new Map()];
  for (const table of ['site_update', 'release_rollout', 'site_agent', 'audit_personal', 'audit'] as const)
    await database.db.deleteFrom(table).execute();
  for (const site of sites) await agentIs(site, '1.4.0');
  return () => rmSync(folder, { recursive: true, force: true });
});

async function agentIs(site: number, version: string, online = true): Promise<void> {
  const row = { online, boot: randomUUID(), version, changed: now, problems: '[]' };
  await database.db
    .insertInto('site_agent')
    .values({ site, ...row })
    .onConflict((conflict) => conflict.column('site').doUpdateSet(row))
    .execute();
}

/** One process of cloud-api. */
function startProcess() {
  const { db } = database;
  const clock = { now: () => now };
  const releases = releasesFolder(folder);
  const commands = {
    async send(site: number, _device: string, _name: string, { version }: { version: string }) {
      asked.push([site, version]);
      return replies.get(site) ?? { kind: 'answered', result: {} };
    },
  } as unknown as SiteCommands;
  const alert = (kind: string): void => void alerts.push(kind);
  const rollouts = new Rollouts({ db, clock, releases, changed: () => undefined });
  const rounds = new RolloutRounds({ db, clock, log: openLog('silent'), alert, sites: commands });
  return { rollouts, rounds, agents: new AgentUpdates({ db, clock, releases }), folder: new FolderAlerts({ releases, alert }) };
}
type Process = ReturnType<typeof startProcess>;

const call = () => ({ principal: admin, route: '/release/rollout', key: undefined, request: {} });
async function started({ rollouts }: Process, more: Partial<Parameters<Rollouts['start']>[0]> = {}): Promise<string> {
  const body = { version: '1.5.0', canary: [1, 2], most: 2, continueAfterHours: null, reason, ...more };
  return (await rollouts.start(body, call())).rollout.id;
}
const offered = async ({ agents }: Process, site: number, version = '1.4.0'): Promise<boolean> =>
  (await agents.offer(agentOf(site), { version, platform: 'linux-x64' })) !== null;
const report = (
  { agents }: Process,
  site: number,
  outcome: (typeof updateOutcomes)[number],
  why: string | null = null,
  version = '1.5.0',
) => database.db.transaction().execute((tx) => agents.report(tx, site, { version, outcome, reason: why }));
async function shown({ rollouts }: Process): Promise<Rollout> {
  const { rollout } = await rollouts.list();
  if (!rollout) throw new Error('no rollout');
  return rollout;
}
async function installs(process: Process, site: number): Promise<void> {
  expect(await offered(process, site)).toBe(true);
  await report(process, site, 'downloaded');
  await agentIs(site, '1.5.0');
  await report(process, site, 'installed');
}
async function audited(): Promise<unknown[]> {
  const rows = await database.db.selectFrom('whole_audit').select(['action', 'actor', 'why']).orderBy('id').execute();
  return rows.map(({ action, actor, why }) => [action, actor, why]);
}

describe('a rollout', () => {
  it('goes to its canary sites, and to the others when an Admin continues it', async () => {
    const cloud = startProcess();
    const id = await started(cloud);
    expect(await offered(cloud, 3)).toBe(false);
    await cloud.rounds.run();
    expect(asked).toEqual([
      [1, '1.5.0'],
      [2, '1.5.0'],
    ]);
    await installs(cloud, 1);
    await installs(cloud, 2);
    expect(await offered(cloud, 3)).toBe(false);
    await cloud.rollouts.change(id, { action: 'continue', reason: 'Two days without a fault' }, admin);
    for (const site of [3, 4, 5, 6]) await installs(cloud, site);
    await cloud.rounds.run();
    expect(await shown(cloud)).toMatchObject({ state: 'finished', stage: 'all', ended: now.toISOString() });
    expect(await audited()).toEqual([
      ['rollout.started', '3242', reason],
      ['rollout.continued', '3242', 'Two days without a fault'],
      ['rollout.finished', 'rollout', null],
    ]);
  });

  it('never has more sites under way than it may, whichever of two processes they ask', async () => {
    const processes = [startProcess(), startProcess()];
    await started(processes[0]!, { canary: sites, most: 2 });
    const answers = await Promise.all(sites.map((site, place) => offered(processes[place % 2]!, site)));
    expect(answers.filter(Boolean)).toHaveLength(2);
    expect((await shown(processes[1]!)).sites.filter(({ update }) => update === 'offered')).toHaveLength(2);
  });

  it('is paused by the first of two failures that arrive at once at two processes', async () => {
    const [one, other] = [startProcess(), startProcess()];
    await started(one, { canary: [1, 2, 3], most: 3 });
    for (const site of [1, 2]) expect(await offered(one, site)).toBe(true);
    await Promise.all([report(one, 1, 'rolled-back', 'It didn’t connect within 60 s'), report(other, 2, 'refused', 'The disk is full')]);
    const { state, paused, sites: shownSites } = await shown(other);
    expect(state).toBe('paused');
    const [first, second] = [
      'Wash 1 (1) went back to its previous version: It didn’t connect within 60 s',
      'Wash 2 (2) refused the release: The disk is full',
    ];
    expect([first, second]).toContain(paused?.because);
    expect(paused?.by).toBeNull();
    expect(shownSites.map(({ update }) => update)).toEqual(['rolled_back', 'refused', null, null, null, null]);
    expect((await audited()).slice(1)).toEqual([['rollout.paused', 'rollout', paused?.because]]);
    expect(await offered(one, 3)).toBe(false);
    expect(await offered(other, 1)).toBe(false);
  });

  it('offers nothing while it is paused, and goes on without the failed site when it is resumed', async () => {
    const cloud = startProcess();
    const id = await started(cloud, { canary: [1, 2, 3], most: 3 });
    for (const site of [1, 2]) await offered(cloud, site);
    await report(cloud, 1, 'rolled-back');
    expect(await offered(cloud, 2)).toBe(false);
    await expect(cloud.agents.download(agentOf(2), { version: '1.5.0', platform: 'linux-x64' }, null)).rejects.toMatchObject({
      code: 'release_not_offered',
    });
    await cloud.rounds.run();
    expect(asked).toEqual([]);
    await cloud.rollouts.change(id, { action: 'resume', reason: 'Only Wash 1 has that disk' }, admin);
    expect(await Promise.all([1, 2, 3].map((site) => offered(cloud, site)))).toEqual([false, true, true]);
  });

  it('asks a site once a minute, and at once for another rollout', async () => {
    const cloud = startProcess();
    const id = await started(cloud, { canary: [1] });
    for (let round = 0; round < 2; round += 1) await cloud.rounds.run();
    await cloud.rollouts.change(id, { action: 'cancel', reason: 'A newer one is ready' }, admin);
    await started(cloud, { version: '1.6.0', canary: [1] });
    await cloud.rounds.run();
    expect(asked).toEqual([
      [1, '1.5.0'],
      [1, '1.6.0'],
    ]);
  });

  it('counts a site without a result as failed, but not for the time of a pause', async () => {
    const cloud = startProcess();
    const id = await started(cloud, { most: 1 });
    await offered(cloud, 1);
    await cloud.rollouts.change(id, { action: 'pause', reason: 'Busy Saturday' }, admin);
    now = new Date(now.getTime() + 600 * minuteMs);
    await cloud.rollouts.change(id, { action: 'resume', reason: 'Sunday' }, admin);
    await cloud.rounds.run();
    expect(await shown(cloud)).toMatchObject({ state: 'running', paused: null });
    now = new Date(now.getTime() + 181 * minuteMs);
    const others = [startProcess(), startProcess()];
    await Promise.all(others.map(({ rounds }) => rounds.run()));
    expect(await shown(cloud)).toMatchObject({
      state: 'paused',
      paused: { because: 'Wash 1 (1) was offered the update and sent no result in time' },
    });
    expect(alerts).toEqual(['site.update']);
    // a late result still counts
    await report(cloud, 1, 'installed');
    expect((await shown(cloud)).sites[0]).toMatchObject({ update: 'installed' });
  });

  it('takes a silent site that runs the version as installed', async () => {
    const cloud = startProcess();
    await started(cloud);
    await offered(cloud, 1);
    await agentIs(1, '1.5.0');
    now = new Date(now.getTime() + 181 * minuteMs);
    await cloud.rounds.run();
    expect(await shown(cloud)).toMatchObject({ state: 'running', sites: [{ update: 'installed' }, {}, {}, {}, {}, {}] });
  });

  it('continues by itself that long after the last canary site, if it was told to', async () => {
    const cloud = startProcess();
    await started(cloud, { continueAfterHours: 4 });
    await installs(cloud, 1);
    now = new Date(now.getTime() + 240 * minuteMs);
    await installs(cloud, 2);
    now = new Date(now.getTime() + 239 * minuteMs);
    await cloud.rounds.run();
    expect(await shown(cloud)).toMatchObject({ stage: 'canary' });
    now = new Date(now.getTime() + minuteMs);
    await cloud.rounds.run();
    expect(await shown(cloud)).toMatchObject({ stage: 'all', state: 'running' });
    expect((await audited()).at(-1)).toEqual(['rollout.continued', 'rollout', 'No failure at the canary sites for 4 hours']);
    expect(asked.slice(-2).map(([site]) => site)).toEqual([3, 4]);
  });

  it('leaves out sites that can’t update themselves, and is not paused by them', async () => {
    const cloud = startProcess();
    replies.set(1, { kind: 'refused', code: 'unknown_verb', message: 'Unknown command' });
    replies.set(2, { kind: 'refused', code: 'rejected', message: 'No service host would start this agent again' });
    await started(cloud, { canary: [1, 2, 3] });
    await cloud.rounds.run();
    expect(await cloud.agents.offer(agentOf(3), { version: '1.4.0', platform: 'win32-x64' })).toBeNull();
    const { state, sites: shownSites } = await shown(cloud);
    expect(state).toBe('running');
    expect(shownSites.slice(0, 3).map(({ update, reason: why }) => [update, why])).toEqual([
      ['unable', 'This agent is too old to update itself. Run the installer there'],
      ['unable', 'No service host would start this agent again'],
      ['unable', 'This release has no file for win32-x64'],
    ]);
    expect(await cloud.rollouts.offerAgain(1)).toMatchObject({ version: '1.5.0' });
    expect((await shown(cloud)).sites[0]).toMatchObject({ update: null });
    expect(await cloud.rollouts.offerAgain(6)).toBe('The rollout of 1.5.0 is at its canary sites: 1, 2, 3');
  });

  it('does not offer a version to a site that rolled it back, in the next rollout neither', async () => {
    const cloud = startProcess();
    const id = await started(cloud);
    await offered(cloud, 1);
    await report(cloud, 1, 'rolled-back');
    await cloud.rollouts.change(id, { action: 'cancel', reason }, admin);
    await started(cloud);
    expect(await offered(cloud, 1)).toBe(false);
    const words = 'This site rolled 1.5.0 back before. It needs a release with another number';
    expect((await shown(cloud)).sites[0]).toMatchObject({ update: 'unable', reason: words });
    expect(await cloud.rollouts.offerAgain(1)).toBe(words);
  });

  it('is the only open one, of two that are started at once too', async () => {
    const [one, other] = [startProcess(), startProcess()];
    const tries = await Promise.allSettled([started(one), started(other, { version: '1.6.0' })]);
    const refused = tries.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason: error }) => (error as { code: string }).code)).toEqual(['rollout_open']);
    const { id, version } = await shown(one);
    await one.rollouts.change(id, { action: 'cancel', reason: 'Wrong version' }, admin);
    await expect(one.rollouts.change(id, { action: 'resume', reason }, admin)).rejects.toMatchObject({
      status: 409,
      code: 'rollout_state',
    });
    await started(one);
    expect((await shown(other)).id).not.toBe(id);
    const again = await other.rollouts.change(id, { action: 'cancel', reason }, admin);
    expect(again.rollout).toMatchObject({ id, state: 'canceled' });
    expect(version).toMatch(/^1\.[56]\.0$/);
  });

  it('refuses what can’t be rolled out', async () => {
    const cloud = startProcess();
    appendFileSync(writeRelease(folder, '1.7.0'), 'more');
    const refusals = [{ version: '1.7.0' }, { version: '9.9.9' }, { canary: [1, 77] }];
    const tries = await Promise.allSettled(refusals.map((more) => started(cloud, more)));
    expect(tries.map((result) => (result as PromiseRejectedResult).reason as { code: string; message: string })).toMatchObject([
      { code: 'release_unavailable', message: '1.7.0/washdesk-agent-1.7.0-linux-x64 has 15 bytes, its manifest says 11. Copy it again' },
      { code: 'release_unavailable', message: 'There is no release 9.9.9 in the folder of releases' },
      { code: 'invalid_request' },
    ]);
    for (const site of sites) await agentIs(site, '1.5.0');
    await expect(started(cloud)).rejects.toMatchObject({ code: 'nothing_to_update' });
  });

  it('leaves a revoked site out', async () => {
    const { db } = database;
    const enrollment = { id: randomUUID(), site: 6, code_hash: Buffer.alloc(32), created: now, created_by: '1', expires: now, used: now };
    await db.insertInto('agent_enrollment').values(enrollment).execute();
    const certificate = {
      serial: 'a1',
      site: 6,
      enrollment: enrollment.id,
      public_key: Buffer.alloc(1),
      pem: '',
      host: 'pc',
      issued: now,
      expires: now,
    };
    await db
      .insertInto('site_certificate')
      .values({ ...certificate, used: now, replaced_by: null, revoked: now, revoked_by: '1', revoked_reason: 'Stolen' })
      .execute();
    const cloud = startProcess();
    await started(cloud);
    expect((await shown(cloud)).sites.map(({ site }) => site)).toEqual([1, 2, 3, 4, 5]);
    await db.deleteFrom('site_certificate').execute();
    await db.deleteFrom('agent_enrollment').execute();
  });
});

describe('the file of a release', () => {
  const wanted = { version: '1.5.0', platform: 'linux-x64' } as const;

  it('is sent to the site that is offered it, from a byte on', async () => {
    const cloud = startProcess();
    await started(cloud);
    await expect(cloud.agents.download(agentOf(1), wanted, null)).rejects.toMatchObject({ status: 404, code: 'release_not_offered' });
    await offered(cloud, 1);
    const whole = await cloud.agents.download(agentOf(1), wanted, null);
    expect((await buffer(whole.stream)).toString()).toBe('agent 1.5.0');
    const rest = await cloud.agents.download(agentOf(1), wanted, 6);
    expect([rest.from, rest.size, (await buffer(rest.stream)).toString()]).toEqual([6, 11, '1.5.0']);
    await expect(cloud.agents.download(agentOf(1), wanted, 11)).rejects.toMatchObject({ status: 416 });
    for (const other of [agentOf(2), admin, programPrincipal('x', 'Program', 'request')])
      await expect(cloud.agents.download(other, wanted, null)).rejects.toMatchObject({ status: other.site === null ? 403 : 404 });
    await expect(cloud.agents.download(agentOf(1), { ...wanted, version: '1.6.0' }, null)).rejects.toMatchObject({ status: 404 });
  });

  it('is not sent once it is damaged, and IT is alerted once', async () => {
    const cloud = startProcess();
    await started(cloud);
    await offered(cloud, 1);
    appendFileSync(path.join(folder, '1.5.0', 'washdesk-agent-1.5.0-linux-x64'), 'more');
    await expect(cloud.agents.download(agentOf(1), wanted, null)).rejects.toMatchObject({ status: 503, code: 'release_unavailable' });
    expect(alerts).toEqual([]);
    for (let check = 0; check < 3; check += 1) await cloud.folder.check();
    expect(alerts).toEqual(['releases.folder']);
    const { releases } = await cloud.rollouts.list();
    expect(releases.find(({ version }) => version === '1.5.0')).toMatchObject({
      files: [],
      problems: [expect.stringContaining('has 15 bytes')],
    });
  });

  it('has places for some sites at once; a site’s next download takes its own place', async () => {
    const cloud = startProcess();
    writeRelease(folder, '1.5.0', { content: 'x'.repeat(2_000_000) });
    const more = [11, 12, 13];
    for (const number of more) {
      const site = { number, name: `Wash ${number}`, state: 'IL', time_zone: 'America/Chicago', location_id: null };
      await database.db
        .insertInto('site')
        .values(site)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await agentIs(number, '1.4.0');
    }
    const all = [...sites, ...more];
    await started(cloud, { canary: all, most: 9 });
    for (const site of all) expect(await offered(cloud, site)).toBe(true);
    const running = await Promise.all(sites.map((site) => cloud.agents.download(agentOf(site), wanted, null)));
    await expect(cloud.agents.download(agentOf(11), wanted, null)).rejects.toMatchObject({ status: 503, code: 'downloads_busy' });
    const again = await cloud.agents.download(agentOf(1), wanted, 1_000_000);
    expect(running[0]!.stream.destroyed).toBe(true);
    expect((await buffer(again.stream)).length).toBe(1_000_000);
    const eleventh = await cloud.agents.download(agentOf(11), wanted, null);
    for (const { stream } of [...running, eleventh]) stream.destroy();
    await database.db.deleteFrom('site_agent').where('site', 'in', more).execute();
  });
});

describe('the list of releases', () => {
  it('has the releases of the folder and other versions of sites, with the sites that run them', async () => {
    await agentIs(1, '1.3.9');
    const { releases, rollout, enabled, sites: withAgents } = await startProcess().rollouts.list();
    expect(releases.map(({ version, files, sites: count }) => [version, files.length, count])).toEqual([
      ['1.6.0', 1, 0],
      ['1.5.0', 1, 0],
      ['1.4.0', 1, 5],
      ['1.3.9', 0, 1],
    ]);
    expect([rollout, enabled, withAgents.length]).toEqual([null, true, 6]);
  });

  it('names a missing folder', async () => {
    rmSync(folder, { recursive: true });
    const { problems } = await startProcess().rollouts.list();
    expect(problems).toEqual([`The folder ${folder} doesn’t exist. Create it, or mount it`]);
  });
});

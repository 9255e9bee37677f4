import { createPrivateKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { clientAs, type ApiClient } from '@washdesk/cloud-api/testing/api-client';
import type { Cloud } from '@washdesk/cloud-api/testing/cloud';
import { startEnrollingCloud } from '@washdesk/cloud-api/testing/enrolling-cloud';
import type { Releases, Rollout, RolloutSite } from '@washdesk/contracts/sites/release';
import type { SiteConfigurationVersion } from '@washdesk/contracts/sites/site-configuration';
import { buildRelease } from '@washdesk/packages/build-release';
import { createReleaseKey, readReleaseKeys } from '@washdesk/packages/release-keys';
import { writeRelease } from '@washdesk/packages/sign-release';
import type { RolloutAction } from '@washdesk/rules/company/rollouts';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { buildWeb } from '@washdesk/workbench/web-build';
import { AgentVersions, badVersions } from './agent-versions.ts';
import { InstalledAgent } from './installed-agent.ts';

const { trialMs, diesAfterMs } = sizeOf('updates');
/** How soon a site has its version back, on a quiet machine. */
const rolledBackMs = 120_000;
const [canary, other] = [12, 27];
const kid = 'proof';
const good = '1.1.0';
const reason = 'Fixes the tag reader';

let folder: string;
let cloud: Cloud;
let admin: ApiClient;
const agents = new Map<number, InstalledAgent>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-rollout-'));
  const [releases, keys, keyFile] = ['releases', 'keys', 'release.pem'].map((name) => path.join(folder, name)) as [string, string, string];
  createReleaseKey(kid, keyFile, keys);
  const releaseKeys = readReleaseKeys(keys);
  await buildWeb(folder);
  const versions = await AgentVersions.build(releaseKeys, diesAfterMs);
  await buildRelease({ version: good, folder: releases, keyFile, releaseKeys, signing: undefined });
  const signer = { key: createPrivateKey(readFileSync(keyFile)), kid };
  for (const [index, { fault }] of badVersions.entries()) {
    const version = `2.0.${index}`;
    const build = async (file: string): Promise<void> => writeFileSync(file, versions.program(version, fault));
    await writeRelease({ version, platform: 'linux-x64', folder: releases, signer, build });
  }
  cloud = await startEnrollingCloud(folder, { WASHDESK_RELEASES_FOLDER: releases });
  admin = await clientAs(cloud, 'Admin');
  for (const site of [canary, other]) await install(site, versions.program('1.0.0'));
  await until('both sites are online', async () => {
    const { sites } = (await admin.get<Releases>('/release')).body;
    return sites.filter(({ online, version }) => online && version === '1.0.0').length === 2 || null;
  });
});
afterAll(async () => {
  for (const agent of agents.values()) await agent.end('SIGTERM');
  await cloud.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Installs an agent with a code, as the packages do, and starts its service host. */
async function install(site: number, program: Buffer): Promise<void> {
  const place = path.join(folder, `site-${site}`);
  mkdirSync(place);
  const agent = new InstalledAgent(place);
  agents.set(site, agent);
  agent.install('1.0.0', program);
  const { code } = (await admin.post<{ code: string }>(`/site-agent/${site}/code`)).body;
  writeFileSync(path.join(agent.data, 'enrollment-code'), `${cloud.url} ${code}`);
  const identity = { folder: path.join(agent.data, 'identity') };
  writeFileSync(path.join(agent.data, 'agent.yaml'), stringify({ identity, journal: path.join(agent.data, 'journal') }));
  await agent.startWithTrial('1.0.0', trialMs);
}

const start = async (version: string): Promise<Rollout> => {
  const body = { version, canary: [canary], most: 1, continueAfterHours: null, reason };
  const reply = await admin.post<{ rollout: Rollout }>('/release/rollout', body);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.rollout;
};
const change = async ({ id }: Rollout, action: RolloutAction): Promise<void> =>
  expect(await admin.post(`/release/rollout/${id}`, { action, reason })).toMatchObject({ status: 200 });
const rollout = async (): Promise<Rollout> => (await admin.get<Releases>('/release')).body.rollout!;
const shownSite = async (site: number): Promise<RolloutSite> => (await rollout()).sites.find((one) => one.site === site)!;
async function untilUpdate(site: number, update: RolloutSite['update']): Promise<RolloutSite> {
  let shown: RolloutSite | null = null;
  const isShown = async (): Promise<RolloutSite | null> => {
    shown = await shownSite(site);
    return shown.update === update ? shown : null;
  };
  try {
    return await until(`site ${site} is ${update}`, isShown, rolledBackMs);
  } catch (error) {
    throw new Error(`${JSON.stringify(shown)}\n${agents.get(site)!.logs()}`, { cause: error });
  }
}
const installed = (site: number) => ['current.txt', 'next.txt', 'failed.txt'].map((name) => agents.get(site)!.read(name));

/** Saves a configuration while the update is on trial, and returns it once the site has a result. */
async function configureDuringTrial(site: number): Promise<SiteConfigurationVersion> {
  await until('the update is on trial', async () => {
    const { online, version, update } = await shownSite(site);
    return (online && version === good && update === 'downloaded') || null;
  });
  const place = `/site/${site}/configuration`;
  const north = { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '127.0.0.1', port: 9, coil: 0 };
  expect(await admin.post(place, { basedOn: 0, content: { devices: [north] }, reason })).toMatchObject({ status: 200 });
  expect(installed(site)).toEqual(['1.0.0', good, null]);
  return until(
    'the configuration has a result',
    async () => {
      const { newest } = (await admin.get<{ newest: SiteConfigurationVersion }>(place)).body;
      return newest.outcome === 'pending' ? null : newest;
    },
    rolledBackMs,
  );
}

it('a release of the build goes to the canary site, then to the other one, where a configuration waits for its end', async () => {
  const first = await start(good);
  await untilUpdate(canary, 'installed');
  expect(installed(canary)).toEqual([good, null, null]);
  expect(await shownSite(other)).toMatchObject({ version: '1.0.0', update: null });

  await change(first, 'continue');
  const configuration = await configureDuringTrial(other);
  const { changed } = await untilUpdate(other, 'installed');
  expect(configuration).toMatchObject({ outcome: 'applied', problems: [] });
  expect(Date.parse(configuration.outcomeAt!)).toBeGreaterThan(Date.parse(changed!));
  expect(installed(other)).toEqual([good, null, null]);
  expect((await rollout()).sites.map(({ version }) => version)).toEqual([good, good]);
  await until('the rollout is finished', async () => (await rollout()).state === 'finished' || null);
});

describe('a release pauses its rollout, and the canary site is back on the good version within two minutes, if it', () => {
  it.each(badVersions.map((bad, index) => ({ ...bad, version: `2.0.${index}` })))('$does', async ({ version, reason: because }) => {
    const bad = await start(version);
    const { reason: shown } = await untilUpdate(canary, 'rolled_back');
    expect(shown).toContain(because);
    expect(await rollout()).toMatchObject({
      state: 'paused',
      stage: 'canary',
      paused: { because: expect.stringContaining(because), by: null },
    });
    expect(installed(canary)).toEqual([good, null, version]);
    expect(await shownSite(canary)).toMatchObject({ online: true, version: good });
    expect([await shownSite(other), installed(other)]).toMatchObject([{ version: good, update: null }, [good, null, null]]);
    await change(bad, 'cancel');
  });
});

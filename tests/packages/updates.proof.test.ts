import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { ReleaseRoutes } from '@washdesk/site-agent/testing/release-routes';
import { tampered, TestReleases } from '@washdesk/site-agent/testing/releases';
import type { SignedRelease } from '@washdesk/site-protocol/release-manifest';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { buildWeb } from '@washdesk/workbench/web-build';
import { AgentVersions, type AgentFault } from './agent-versions.ts';
import { InstalledAgent } from './installed-agent.ts';
import { startPackageSite } from './package-site.ts';

const { kills, trialMs } = sizeOf('updates');
/** A long run has other loads than its start, so its trial is not measured there. */
const killTrialMs = trialMs === null ? null : scaledTimeout(8_000);
/** Ends a hang of the kills: each takes a part of an update, which takes its download and its trial. */
const killsMs = 600_000 + kills * 2 * (scaledTimeout(8_000) + 10_000);
/** How soon an agent reports of an update, on a quiet machine. */
const reportedMs = 120_000;

const releases = new TestReleases();
const cloud = new ReleaseRoutes();
const random = seededRandom(seed);

let folder: string;
let versions: AgentVersions;
let agent: InstalledAgent;
let site: Awaited<ReturnType<typeof startPackageSite>>;

function offer(release: SignedRelease, file: Buffer): void {
  cloud.file = file;
  cloud.offered = release;
}

function offerVersion(version: string, fault?: AgentFault): void {
  const program = versions.program(version, fault);
  offer(releases.sign(program, { version }), program);
}

const outcomesOf = (version: string): string[] => site.updates().flatMap((update) => (update.version === version ? [update.outcome] : []));
const untilOutcome = (version: string, outcome: string): Promise<string> =>
  until(
    `${version} is ${outcome}`,
    () =>
      site.updates().find((update) => update.version === version && update.outcome === outcome)?.reason ??
      (outcomesOf(version).includes(outcome) ? '' : null),
    reportedMs,
  );

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-updates-'));
  site = await startPackageSite(cloud.routes);
  await buildWeb(folder);
  versions = await AgentVersions.build(releases.publicKeys);
  agent = new InstalledAgent(folder);
  agent.install('1.1.0', versions.program('1.1.0'));
  const pinFile = path.join(folder, 'pin');
  writeFileSync(pinFile, '202611');
  writeFileSync(path.join(agent.data, 'agent.yaml'), site.config({ folder: agent.data, pinFile, serialPort: '/dev/ttyUSB-none' }));
  await site.online('1.1.0', () => agent.startWithTrial('1.1.0', killTrialMs));
});
afterAll(async () => {
  await agent.end('SIGTERM');
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a release is refused, in words, if', () => {
  const program = Buffer.from('a program that never runs');
  const good = releases.sign(program, { version: '1.2.0' });
  it.each([
    ['its manifest was changed', '1.2.1', tampered(good, { version: '1.2.1' }), 'Its signature is wrong'],
    [
      'its file was changed',
      '1.2.2',
      releases.sign(Buffer.from('A program that never runs'), { version: '1.2.2' }),
      'Its file isn’t the one',
    ],
    ['it is older', '1.0.9', releases.sign(program, { version: '1.0.9' }), 'It is older than 1.1.0'],
    ['a foreign key signed it', '1.2.3', new TestReleases('foreign').sign(program, { version: '1.2.3' }), "the key 'foreign'"],
    ['it is for another system', '1.2.4', releases.sign(program, { version: '1.2.4', platform: 'win32-x64' }), 'It is for win32-x64'],
  ])('%s', async (_because, version, release, reason) => {
    offer(release, program);
    await site.askForUpdate(version);
    expect(await untilOutcome(version, 'refused')).toContain(reason);
    expect(outcomesOf(version)).toEqual(['refused']);
    expect([agent.read('current.txt'), agent.read('next.txt')]).toEqual(['1.1.0', null]);
  });
});

it(
  'has a version that runs after kill -9 at any moment of an update, and installs it in the end',
  async () => {
    const programs = new Map([['1.1.0', sha256Of(versions.program('1.1.0'))]]);
    // slow enough to be killed in the middle
    cloud.bytesPerSecond = versions.program('1.1.0').length;
    let current = '1.1.0';
    for (let [kill, update] = [0, 0]; kill < kills; update += 1) {
      const version = `3.0.${update}`;
      programs.set(version, sha256Of(versions.program(version)));
      offerVersion(version);
      await site.hintUpdate(version);
      let hasKilledAgent = false;
      /** Whether the current version had its whole program after each kill of the host. */
      const kept: boolean[] = [];
      for (const last = Math.min(kills, kill + 1 + Math.floor(random() * 3)); kill < last; kill += 1) {
        await sleep(random() * (agent.trialMs + 3_000));
        const isHost = random() < 0.5;
        hasKilledAgent ||= !isHost;
        if (isHost) {
          await agent.end('SIGKILL');
          kept.push(agent.currentProgram() === programs.get(agent.read('current.txt')!));
          agent.start();
        } else agent.killAgent();
      }
      // an exit during the trial fails it, also one by a kill
      const end = await until(
        `${version} is decided`,
        () => outcomesOf(version).find((one) => one === 'installed' || one === 'rolled-back'),
        300_000,
      );
      if (end === 'installed') current = version;
      expect({ mayFail: end === 'installed' || hasKilledAgent, kept: kept.every(Boolean) }).toEqual({ mayFail: true, kept: true });
      expect({ end, current: agent.read('current.txt'), next: agent.read('next.txt') }).toEqual({ end, current, next: null });
      expect(outcomesOf(version).filter((one) => one === end)).toHaveLength(1);
    }
    cloud.bytesPerSecond = Infinity;
    await updateTo('4.0.0');
    expect(agent.read('current.txt')).toBe('4.0.0');
  },
  killsMs,
);

it('replaces a version that does not stop', async () => {
  await updateTo('5.0.0', 'neverStops');
  await updateTo('6.0.0');
  expect(agent.read('current.txt')).toBe('6.0.0');
});

async function updateTo(version: string, fault?: AgentFault): Promise<void> {
  offerVersion(version, fault);
  await site.online(version, () => site.hintUpdate(version));
  await untilOutcome(version, 'installed');
}

const sha256Of = (program: Buffer): string => createHash('sha256').update(program).digest('hex');

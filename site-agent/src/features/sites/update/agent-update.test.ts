import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignedRelease } from '@washdesk/site-protocol/release-manifest';
import { Journal } from '../../../journal/journal.ts';
import { WriteDeadline } from '../../../ports/write-deadline.ts';
import { TestReleases } from '../../../testing/releases.ts';
import { eventually, noLog, temporaryFolder, type TemporaryFolder } from '../../../testing/support.ts';
import { TrialLock } from '../../../trial-lock.ts';
import { AgentUpdate } from './agent-update.ts';
import { spaceProblem } from './download-release.ts';
import { VersionFolders } from './version-folders.ts';

const releases = new TestReleases();
const program = Buffer.from('the program of a version'.repeat(5_000));
const context = { id: '', device: 'agent', deadline: WriteDeadline.none, signal: new AbortController().signal };
const agentName = process.platform === 'win32' ? 'agent.exe' : 'agent';

let folder: TemporaryFolder;
let journal: Journal;
let update: AgentUpdate;
let offered: SignedRelease | null;
/** When the source answers. */
let answering: Promise<void>;
/** What the source sends, and where it cuts: after so many bytes of each response. */
let sent: Buffer;
let cutAfter: number;
let asked: number[];
let restarts: number;
let idle: Promise<void>;
let trials: TrialLock;

const inData = (...names: string[]): string => path.join(folder.path, ...names);
const read = (name: string): string | null => (existsSync(inData(name)) ? readFileSync(inData(name), 'utf8') : null);

function lay(version: string): void {
  mkdirSync(inData('versions', version), { recursive: true });
  writeFileSync(inData('versions', version, agentName), version);
}

/** Starts the agent of this version, as the service host would. */
function startAgent(version: string): void {
  trials = new TrialLock();
  update = new AgentUpdate({
    folders: new VersionFolders(inData('versions', version)),
    keys: releases.publicKeys,
    platform: 'linux-x64',
    source: {
      offered: async () => {
        await answering;
        return offered;
      },
      file: (_release, from) => {
        asked.push(from);
        return Promise.resolve({ from, chunks: chunksFrom(from) });
      },
    },
    journal,
    whenIdle: () => idle,
    restart: () => (restarts += 1),
    trials,
    log: noLog,
  });
  update.start();
}

async function* chunksFrom(from: number): AsyncGenerator<Buffer> {
  const end = Math.min(sent.length, from + cutAfter);
  for (let at = from; at < end; at += 8_192) yield sent.subarray(at, Math.min(end, at + 8_192));
  if (end < sent.length) throw new Error('the line was cut');
}

async function restartAgent(version: string): Promise<void> {
  await update.stop();
  startAgent(version);
}

const events = (): unknown[] => journal.outbox.after(0, 100).map(({ payload }) => payload);
const asksAgain = (): Promise<unknown> => update.commands()['agent.update']({ version: '9.9.9' }, context);

beforeEach(() => {
  folder = temporaryFolder();
  const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
  journal = new Journal({ folder: inData('journal'), site: 12, clock, cloudTime: () => Date.now(), log: noLog });
  offered = null;
  answering = Promise.resolve();
  sent = program;
  cutAfter = Infinity;
  asked = [];
  restarts = 0;
  idle = Promise.resolve();
  lay('1.0.0');
  writeFileSync(inData('current.txt'), '1.0.0');
  startAgent('1.0.0');
});
afterEach(async () => {
  await update.stop();
  journal.close();
  folder.remove();
});

describe('an offered release', () => {
  it('is downloaded, laid ready and started once no command is being executed', async () => {
    offered = releases.sign(program);
    const busy = Promise.withResolvers<void>();
    idle = busy.promise;
    update.ask();
    await eventually(() => read('next.txt') === '1.1.0');
    expect(restarts).toBe(0);
    busy.resolve();
    await eventually(() => restarts === 1);
    expect(readFileSync(inData('versions/1.1.0', agentName))).toEqual(program);
    expect(events()).toEqual([{ version: '1.1.0', outcome: 'downloaded', reason: null }]);
  });

  it('is downloaded while a configuration is on trial, and laid ready after that', async () => {
    offered = releases.sign(program);
    const endOther = trials.tryTake();
    update.ask();
    await eventually(() => existsSync(inData('versions/1.1.0', agentName)));
    expect([read('next.txt'), events(), restarts]).toEqual([null, [], 0]);
    endOther?.();
    await eventually(() => restarts === 1);
    expect(read('next.txt')).toBe('1.1.0');
    // until the process ends
    expect(trials.tryTake()).toBeNull();
  });

  it('is not laid ready by an agent that a trial replaces', async () => {
    offered = releases.sign(program);
    trials.tryTake();
    update.ask();
    await eventually(() => existsSync(inData('versions/1.1.0', agentName)));
    await update.stop();
    expect([read('next.txt'), events(), restarts]).toEqual([null, [], 0]);
  });

  it('is laid ready by a later attempt if the disk was full, and holds up no configuration meanwhile', async () => {
    offered = releases.sign(program);
    // nothing can be written there
    mkdirSync(inData('next.txt.new'));
    update.ask();
    await eventually(() => events().length === 1);
    const endOther = await eventually(() => trials.tryTake());
    endOther();
    rmSync(inData('next.txt.new'), { recursive: true });
    update.ask();
    await eventually(() => restarts === 1);
    expect(read('next.txt')).toBe('1.1.0');
  });

  it('continues where the line was cut, also after a restart', async () => {
    offered = releases.sign(program);
    cutAfter = 50_000;
    update.ask();
    await eventually(() => asked.length === 1);
    await restartAgent('1.0.0');
    update.ask();
    await eventually(() => asked.length === 2);
    await restartAgent('1.0.0');
    update.ask();
    await eventually(() => restarts === 1);
    expect(asked).toEqual([0, 50_000, 100_000]);
  });

  it.each([
    ['another file', Buffer.from(program).fill(0, 60_000, 60_001)],
    ['a longer file', Buffer.concat([program, program])],
  ])('with %s is refused once, in words, and leaves nothing', async (_what, file) => {
    offered = releases.sign(program);
    sent = file;
    await asksAgain();
    await eventually(() => events().length === 1);
    await asksAgain();
    await eventually(() => asked.length === 2);
    await restartAgent('1.0.0');
    expect(events()).toEqual([{ version: '1.1.0', outcome: 'refused', reason: 'Its file isn’t the one that was signed' }]);
    expect([read('next.txt'), existsSync(inData('versions/1.1.0')), restarts]).toEqual([null, false, 0]);
  });

  it('is refused again, in the same words, if the cloud offers it after it has the refusal', async () => {
    offered = releases.sign(program);
    sent = Buffer.from(program).fill(0, 60_000, 60_001);
    await asksAgain();
    await eventually(() => events().length === 1);
    journal.acknowledge(journal.outbox.after(0, 100).at(-1)!.seq);
    await asksAgain();
    await eventually(() => events().length === 1);
    expect(events()).toEqual([{ version: '1.1.0', outcome: 'refused', reason: 'Its file isn’t the one that was signed' }]);
  });

  it('is taken from the disk if an earlier attempt installed its file', async () => {
    offered = releases.sign(program);
    mkdirSync(inData('versions/1.1.0'));
    writeFileSync(inData('versions/1.1.0', agentName), program);
    update.ask();
    await eventually(() => restarts === 1);
    expect(asked).toEqual([]);
  });

  it('that is withdrawn leaves no part of its download', async () => {
    offered = releases.sign(program);
    cutAfter = 50_000;
    update.ask();
    await eventually(() => asked.length === 1);
    offered = null;
    await restartAgent('1.0.0');
    expect(existsSync(inData('update'))).toBe(true);
    update.ask();
    await eventually(() => !existsSync(inData('update')));
  });
});

describe('the end of an update', () => {
  const installs = async (): Promise<void> => {
    offered = releases.sign(program);
    update.ask();
    await eventually(() => restarts === 1);
    offered = null;
  };
  const hostWrites = (name: string, text: string): void => writeFileSync(inData(name), text);

  it('is reported as installed once the host has kept the version, and old versions are removed', async () => {
    for (const old of ['0.7.0', '0.8.0', '0.9.0']) lay(old);
    mkdirSync(inData('versions/0.9.5'));
    await installs();
    await restartAgent('1.1.0');
    offered = releases.sign(program, { version: '1.2.0' });
    update.ask();
    await eventually(() => events().length === 1);
    expect(readdirSync(inData('versions'))).toContain('0.7.0');
    expect(trials.tryTake()).toBeNull();
    hostWrites('current.txt', '1.1.0');
    rmSync(inData('next.txt'));
    offered = null;
    await eventually(() => events().length === 2);
    expect(events().at(-1)).toEqual({ version: '1.1.0', outcome: 'installed', reason: null });
    expect(readdirSync(inData('versions')).toSorted()).toEqual(['0.9.0', '1.0.0', '1.1.0']);
    expect(trials.tryTake()).not.toBeNull();
  });

  it('is reported as rolled back, once and with the host’s reason, and the version is not installed again', async () => {
    await installs();
    hostWrites('failed.txt', '1.1.0\nit ended during its trial with exit code 3');
    rmSync(inData('next.txt'));
    offered = releases.sign(program);
    for (let start = 0; start < 2; start += 1) await restartAgent('1.0.0');
    update.ask();
    await eventually(() => events().length === 2);
    expect(events().at(-1)).toMatchObject({
      version: '1.1.0',
      outcome: 'rolled-back',
      reason: 'it ended during its trial with exit code 3',
    });
    expect(existsSync(inData('versions/1.1.0'))).toBe(false);
    await expect(update.commands()['agent.update']({ version: '1.1.0' }, context)).rejects.toThrow('failed on this computer before');
    await update.stop();
    expect([events().length, restarts, asked]).toEqual([2, 1, [0]]);
  });

  it('is not reported as a refusal as well if the cloud receives it while it answers an earlier question', async () => {
    await installs();
    hostWrites('failed.txt', '1.1.0\nit ended during its trial with exit code 3');
    rmSync(inData('next.txt'));
    offered = releases.sign(program);
    const answer = Promise.withResolvers<void>();
    answering = answer.promise;
    await restartAgent('1.0.0');
    expect(events().at(-1)).toMatchObject({ version: '1.1.0', outcome: 'rolled-back' });
    journal.acknowledge(journal.outbox.after(0, 100).at(-1)!.seq);
    answer.resolve();
    await update.stop();
    expect(events()).toEqual([]);

    // an offer that the cloud makes although it has the report
    startAgent('1.0.0');
    update.ask();
    await eventually(() => events().length === 1);
    expect(events()).toMatchObject([{ version: '1.1.0', outcome: 'refused' }]);
  });

  it('is no news after a power failure before it was laid ready: the release is installed again', async () => {
    await installs();
    rmSync(inData('next.txt'));
    await restartAgent('1.0.0');
    offered = releases.sign(program);
    update.ask();
    await eventually(() => restarts === 2);
    expect(events().map((event) => (event as { outcome: string }).outcome)).toEqual(['downloaded', 'downloaded']);
  });
});

it.each([
  [200_000_000, 95_000_000, 0, null],
  [190_000_000, 95_000_000, 0, 'The disk has too little space for it: free 5 MB'],
  [190_000_000, 95_000_000, 10_000_000, null],
])('a disk with %i bytes, for a release of %i of which %i are there: %s', (free, size, had, problem) => {
  expect(spaceProblem({ free, size, had })).toBe(problem);
});

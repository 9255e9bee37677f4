import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AgentRunner } from './agent-runner.ts';
import type { Agent } from './compose.ts';
import { readStartConfig } from './config-file.ts';
import { ConfigurationStore } from './configuration/configuration-store.ts';
import { TestReleases } from './testing/releases.ts';
import { eventually, noLog, temporaryFolder, writeConfig, type TemporaryFolder } from './testing/support.ts';
import { TrialLock } from './trial-lock.ts';

let folder: TemporaryFolder;
let store: ConfigurationStore;
let trials: TrialLock;
let stopped: PromiseWithResolvers<void>;
let runner: AgentRunner;
let running: Promise<void>;
/** Of the agent that was composed last: the cloud responds to it. */
let answer: () => void;
let composed: number;

function composeAgent(): Promise<Agent> {
  composed += 1;
  return Promise.resolve({
    start: () => undefined,
    onConnected: () => undefined,
    onAnswered: (listener: () => void) => (answer = listener),
    reportConfiguration: () => undefined,
    pullConfiguration: () => undefined,
    stop: () => Promise.resolve(),
  });
}

beforeEach(async () => {
  folder = temporaryFolder();
  const file = writeConfig(folder.path, {
    site: 12,
    name: 'Joliet',
    timeZone: 'America/Chicago',
    cloud: { url: 'http://127.0.0.1:1', clientId: 'agent-12', clientSecret: 'secret' },
    broker: { url: 'mqtt://127.0.0.1:1', username: 'agent', password: 'agent' },
    commandKeys: new TestReleases().publicKeys,
    journal: `${folder.path}/journal`,
    data: { folder: folder.path, proveSeconds: 600 },
  });
  [store, trials, stopped, composed] = [new ConfigurationStore(folder.path), new TrialLock(), Promise.withResolvers(), 0];
  runner = new AgentRunner({ file, store, compose: composeAgent, stopped: stopped.promise, trials, log: noLog });
  await runner.start(readStartConfig(file, null));
  running = runner.run();
});
afterEach(async () => {
  stopped.resolve();
  await running;
  folder.remove();
});

it('tries a configuration once the trial of an update has ended, and no update meanwhile', async () => {
  const endUpdate = trials.tryTake();
  runner.want({ version: 1, content: {} });
  await new Promise((resolve) => setImmediate(resolve));
  expect([store.onTrial, composed]).toEqual([null, 1]);
  endUpdate?.();
  await eventually(() => composed === 2);
  expect([store.onTrial, trials.tryTake()]).toEqual([1, null]);
  answer();
  await eventually(() => trials.tryTake());
  expect(store.running).toEqual({ version: 1, state: 'applied', newest: 1 });
});

it('begins no trial in a process that ends for an update', async () => {
  trials.tryTake();
  runner.want({ version: 1, content: {} });
  await new Promise((resolve) => setImmediate(resolve));
  stopped.resolve();
  await running;
  expect([store.onTrial, composed]).toEqual([null, 1]);
});

it('tries a configuration again if the process is stopped in order during its trial', async () => {
  runner.want({ version: 1, content: {} });
  await eventually(() => store.onTrial === 1 && composed === 2);
  stopped.resolve();
  await running;
  const next = new ConfigurationStore(folder.path);
  expect(next).toMatchObject({ onTrial: null, newest: null, unreported: null });
  expect(readdirSync(`${folder.path}/configuration`)).toEqual(['state.json']);
});

it.each([
  ['refused', { sites: 1 }],
  ['tried', {}],
])('goes on with what runs if a version can’t be stored, and the next time it is %s', async (_how, content) => {
  const place = `${folder.path}/configuration`;
  // as on a full disk, nothing can be written there
  writeFileSync(place, '');
  runner.want({ version: 1, content });
  await new Promise((resolve) => setImmediate(resolve));
  const free = trials.tryTake();
  expect([store.newest, store.onTrial, composed, free === null]).toEqual([null, null, 1, false]);
  free?.();
  rmSync(place);
  runner.want({ version: 1, content });
  await eventually(() => store.newest === 1 || store.onTrial === 1);
});

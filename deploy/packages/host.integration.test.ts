import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { compileLinuxHost, compileSuperviseTest } from './compile-host.ts';

const run = promisify(execFile);
/** Long enough for a shell to start, also on a busy machine. */
const trialMs = scaledTimeout(400);

/** Agents that a shell runs instead of Node: `cat` ends with its input, as the agent does. */
const agents = {
  works: 'touch "$WASHDESK_VERSION_FOLDER/healthy"; exec cat',
  crashes: 'exit 3',
  neverHealthy: 'exec cat',
  hangs: 'n=0; while [ $n -lt 5 ]; do echo $n > "$WASHDESK_VERSION_FOLDER/alive"; n=$((n + 1)); sleep 0.1; done; exec sleep 600',
  dies: `touch "$WASHDESK_VERSION_FOLDER/healthy"; sleep ${trialMs / 4_000}; exit 1`,
} as const;
type Behavior = keyof typeof agents;
const updates = ['works', 'crashes', 'neverHealthy', 'dies'] as const satisfies Behavior[];

let folder: string;
let data: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-host-'));
  data = path.join(folder, 'data');
  await compileLinuxHost(path.join(folder, 'host'), { trialMs, aliveCheckMs: 100, graceMs: 300 });
  symlinkSync('/bin/sh', path.join(folder, 'node'));
});
afterAll(() => {
  for (const host of started) host.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function lay(version: string, behavior: Behavior): void {
  const place = path.join(data, 'versions', version);
  mkdirSync(place, { recursive: true });
  const script = `echo "$$ ${version}" > "${data}/running.tmp"; mv "${data}/running.tmp" "${data}/running"\n${agents[behavior]}\n`;
  writeFileSync(path.join(place, 'agent'), script);
}

function point(name: 'current' | 'next', version: string): void {
  writeFileSync(path.join(data, `${name}.new`), version);
  renameSync(path.join(data, `${name}.new`), path.join(data, `${name}.txt`));
}

/** Returns the first line. */
const read = (name: string): string | null =>
  existsSync(path.join(data, name)) ? readFileSync(path.join(data, name), 'utf8').split('\n')[0]! : null;

/** The version of the agent that runs now. */
function runningVersion(): string | null {
  const [pid = '0', version = ''] = (read('running') ?? '').split(' ');
  return Number(pid) > 0 && existsSync(`/proc/${pid}`) ? version : null;
}

function startHost(): ChildProcess {
  const host = spawn(path.join(folder, 'host'), [data], { stdio: 'ignore' });
  started.push(host);
  return host;
}

async function end(host: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((tell) => host.once('exit', tell));
  host.kill(signal);
  const code = await ended;
  await until('no agent runs', () => (runningVersion() === null ? true : null));
  return code;
}

describe('the portable core', () => {
  it('has a version that works after any two power failures in an update', async () => {
    const program = path.join(folder, 'supervise-test');
    await compileSuperviseTest(program);
    const { stdout } = await run(program);
    expect(stdout).toMatch(/^[1-9]\d* power failures\n$/u);
  });
});

describe('the host on Linux', () => {
  it('restarts an agent that is killed, and ends it when it is stopped', async () => {
    lay('1.0.0', 'works');
    point('current', '1.0.0');
    const host = startHost();
    await until('the agent runs', runningVersion);
    const [pid = ''] = read('running')!.split(' ');
    process.kill(Number(pid), 'SIGKILL');
    await until('another agent runs', () => (runningVersion() !== null && read('running')!.split(' ')[0] !== pid ? true : null));
    expect(await end(host, 'SIGTERM')).toBe(0);
  });

  it('restarts an agent that hangs, and notes it for the next one', async () => {
    lay('1.0.0', 'hangs');
    point('current', '1.0.0');
    const host = startHost();
    await until('the agent runs', runningVersion);
    const first = read('running');
    await until('another agent runs', () => (read('running') !== first && runningVersion() !== null ? true : null));
    expect(read('versions/1.0.0/hung')).toBe('');
    await end(host, 'SIGKILL');
  });

  it('has a version that works after kill -9 at any moment of an update', async () => {
    const { kills } = sizeOf('host');
    const random = seededRandom(seed);
    let current = '1.0.0';
    lay(current, 'works');
    point('current', current);
    for (let kill = 1; kill <= kills; kill += 1) {
      const behavior = updates[Math.floor(random() * updates.length)]!;
      const version = `2.0.${kill}`;
      lay(version, behavior);
      point('next', version);
      const killed = startHost();
      await sleep(random() * trialMs * 2);
      await end(killed, 'SIGKILL');
      const host = startHost();
      if (behavior === 'works') current = version;
      await until(`${behavior} ${version} is decided`, () => (read('next.txt') === null && runningVersion() === current ? true : null));
      expect({ current: read('current.txt'), failed: behavior === 'works' || read('failed.txt') === version }).toEqual({
        current,
        failed: true,
      });
      await end(host, 'SIGTERM');
    }
  });
});

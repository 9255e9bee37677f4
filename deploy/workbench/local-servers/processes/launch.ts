import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { removePidRecord, writePidRecord } from './pid-record.ts';
import { scaledTimeout } from './timeouts.ts';
import { until } from './wait.ts';

/** A program to start as a child process. */
export interface Command {
  /** Name of its log (`<folder>/<name>.log`) and its pid record. */
  readonly name: string;
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Another user to run as; requires root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  readonly stopSignal?: NodeJS.Signals;
  /** Time to stop on a quiet machine before it is killed. */
  readonly graceMs?: number;
}

/** A child process. `stop` and `kill` resolve when it has ended, and may be called again. */
export interface Running {
  readonly pid: number;
  /** The exit code; null if a signal ended the process. */
  readonly exited: Promise<number | null>;
  isRunning(): boolean;
  stop(): Promise<void>;
  /** kill -9 */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** A started child, whose output can be awaited. */
export interface Launched extends Running {
  /**
   * Polls until `ask` returns a value.
   * @throws Error with the end of the program's output if it ends before, or on a timeout
   */
  ready<T>(ask: () => T | null | Promise<T | null>): Promise<T>;
  /** Returns the program's output since this start. */
  output(): string;
  /** Returns an error with what happened, the log's path, and the end of the output. */
  failure(what: string): Error;
}

const startMs = 180_000;

/** The running children, each with the signal that ends it at once. */
const running = new Map<ChildProcess, NodeJS.Signals>();

// when this process ends, by anything short of kill -9, its children end
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal);
});

/** Starts a program in its own process group: a Ctrl-C at the terminal reaches only this process, which stops its children in order. */
export function launch(command: Command): Promise<Launched> {
  const { name, folder } = command;
  mkdirSync(folder, { recursive: true });
  const log = path.join(folder, `${name}.log`);
  const file = openSync(log, 'a');
  const from = statSync(log).size;
  const child = spawn(command.program, command.args, {
    cwd: command.cwd,
    env: command.env ?? process.env,
    ...command.user,
    detached: true,
    stdio: ['ignore', file, file],
  });
  closeSync(file);

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(supervise(child, command, { log, from })));
  });
}

/** @param output the log, and where this start's output begins in it */
function supervise(child: ChildProcess, command: Command, { log, from }: { log: string; from: number }): Launched {
  const { name, folder, stopSignal = 'SIGTERM', graceMs = 5000 } = command;
  const pid = child.pid ?? 0;
  // PostgreSQL ends its own children on SIGINT; every other program survives a kill -9 without loss
  running.set(child, stopSignal === 'SIGINT' ? 'SIGINT' : 'SIGKILL');
  writePidRecord(folder, name, pid, stopSignal);
  let isRunning = true;
  let ending = '';
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code, signal) => {
      isRunning = false;
      ending = signal === null ? ` with code ${code}` : ` by ${signal}`;
      running.delete(child);
      removePidRecord(folder, name);
      resolve(code);
    });
  });
  const output = (): string => readFileSync(log).subarray(from).toString('utf8');
  const failure = (what: string): Error =>
    new Error(`${name} ${what}${ending} (log: ${log}).\n${lastLines(output()) || 'It wrote nothing into its log.'}`);

  return {
    pid,
    exited,
    output,
    failure,
    isRunning: () => isRunning,
    async ready<T>(ask: () => T | null | Promise<T | null>) {
      const answerOrEnd = async (): Promise<{ value: T } | null> => {
        if (!isRunning) throw failure('ended while starting');
        const value = await ask();
        return value === null ? null : { value };
      };
      try {
        return (await until(answerOrEnd, { what: `${name} is ready (log: ${log})`, withinMs: startMs })).value;
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      }
    },
    async stop() {
      if (!isRunning) return;
      // a suspended process cannot receive the signal
      child.kill('SIGCONT');
      child.kill(stopSignal);
      const killer = setTimeout(() => child.kill('SIGKILL'), scaledTimeout(graceMs));
      await exited;
      clearTimeout(killer);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    signal: (signal) => void child.kill(signal),
  };
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-15).join('\n');
}

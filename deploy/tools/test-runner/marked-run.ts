import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import path from 'node:path';
import { compileCache } from '@washdesk/local-servers/cache-folder';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { markVariable } from './marked-processes.ts';

export interface MarkedRun {
  readonly code: number;
  readonly output: string;
  /** Processes that still ran when the program ended, and were killed. */
  readonly left: readonly string[];
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Writes the output at once instead of returning it at the end. */
  readonly isShown?: boolean;
}

/** Runs a Node program. Its processes are killed when the program or this process ends, however either ends. */
export async function runMarked(args: readonly string[], { env = {}, isShown = false }: RunOptions = {}): Promise<MarkedRun> {
  const mark = randomUUID();
  const cleanup = startCleanup(mark);
  const stdio = isShown ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...compileCache(), ...env, [markVariable]: mark },
    stdio: ['ignore', stdio, stdio],
  });
  const endChild = (): void => void child.kill();
  process.once('exit', endChild);
  const output = outputOf(child);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    // not 'close', because a process left running may keep the output open
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  process.off('exit', endChild);
  const left = await cleanup.finish();
  return { code, output: await output, left };
}

function startCleanup(mark: string): { finish(): Promise<string[]> } {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'process-cleanup.ts'), mark], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // neither the process nor its pipes keep this process running; the cleanup waits for their end
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Socket).unref();
  const told = outputOf(child);
  return {
    async finish() {
      child.ref();
      (child.stdout as unknown as Socket).ref();
      child.stdin?.end();
      return (await told).split('\n').filter(Boolean);
    },
  };
}

/** Returns both streams together, complete when they have ended. */
function outputOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => child.once('close', () => resolve(Buffer.concat(chunks).toString('utf8'))));
}

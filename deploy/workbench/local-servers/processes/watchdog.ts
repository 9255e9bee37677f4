import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import path from 'node:path';
import { processIdentity } from './process-identity.ts';

export interface Watchdog {
  release(): void;
}

/** Starts a watchdog that ends every process with a pid record in `folder` soon after this process has ended, even by kill -9. */
export function startWatchdog(folder: string): Watchdog {
  const owner = processIdentity(process.pid) ?? '';
  const watchdog = spawn(process.execPath, [path.join(import.meta.dirname, 'watchdog-process.ts'), folder, owner], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  watchdog.unref();
  // a pipe to a child is a socket, which must not keep this process running either
  (watchdog.stdin as Socket).unref();
  return { release: () => void watchdog.kill('SIGKILL') };
}

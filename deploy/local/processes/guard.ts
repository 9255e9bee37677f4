import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import path from 'node:path';
import { processIdentity } from './process-identity.ts';

export interface Guard {
  release(): void;
}

/** Sees to it that what has its pid record in `folder` ends soon after us, even when we are killed with -9. */
export function guard(folder: string): Guard {
  const owner = processIdentity(process.pid) ?? '';
  const guardian = spawn(process.execPath, [path.join(import.meta.dirname, 'guardian.ts'), folder, owner], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  guardian.unref();
  // A pipe to a child is a socket; it must not keep us running either.
  (guardian.stdin as Socket).unref();
  return { release: () => void guardian.kill('SIGKILL') };
}

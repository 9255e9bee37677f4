import { closeSync, existsSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The service host that started this process. Windows has no SIGTERM, so it stops the agent by its standard input. */
export interface ServiceHost {
  /** The folder of the running version. */
  readonly folder: string;
  /**
   * Shows the host every few seconds that this thread runs: it ends an agent that hangs, and starts it again.
   * @returns stops showing it
   */
  stayAlive(): () => void;
  /** Whether the host ended the last run because it hung. Asked once. */
  hungBefore(): boolean;
  /** Marks this version as one that works: on trial it is kept. */
  healthy(): void;
  /**
   * Calls the listener at the line `stop` and at the end of the input: the host has ended.
   * @returns stops reading the input, which would keep the process alive
   */
  onStop(listener: () => void): () => void;
}

/** Returns the host by the environment variables that it sets; null if another program started this process. */
export function hostOf(env: NodeJS.ProcessEnv, input: Readable = process.stdin): ServiceHost | null {
  const folder = env['WASHDESK_VERSION_FOLDER'];
  if (env['WASHDESK_HOST'] !== '1' || folder === undefined) return null;
  return {
    folder,
    stayAlive: () => stayAlive(path.join(folder, 'alive')),
    hungBefore() {
      const file = path.join(folder, 'hung');
      const hung = existsSync(file);
      rmSync(file, { force: true });
      return hung;
    },
    healthy: () => writeFileSync(path.join(folder, 'healthy'), '', { flush: true }),
    onStop(listener) {
      const lines = createInterface({ input });
      lines.on('line', (line) => {
        if (line.trim() === 'stop') lines.close();
      });
      lines.once('close', () => {
        input.destroy();
        listener();
      });
      return () => lines.close();
    },
  };
}

/** The host checks every 15 s. */
const aliveEveryMs = 5_000;

function stayAlive(file: string): () => void {
  const handle = openSync(file, 'w');
  let count = 0;
  const show = (): void => {
    count += 1;
    try {
      // in place, which a full disk allows
      writeSync(handle, String(count).padStart(12, '0'), 0);
    } catch {
      // the agent's health reports its disk; the host ends no agent while it can't write either
    }
  };
  show();
  const timer = setInterval(show, aliveEveryMs).unref();
  return () => {
    clearInterval(timer);
    closeSync(handle);
  };
}

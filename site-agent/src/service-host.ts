import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The service host that started this process. Windows has no SIGTERM, so it stops the agent by its standard input. */
export interface ServiceHost {
  /** The folder of the running version. */
  readonly folder: string;
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

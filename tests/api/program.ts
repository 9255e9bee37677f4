import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@washdesk/local-servers/cache-folder';
import { until } from '@washdesk/test-support/until';
import { markVariable } from '@washdesk/tools/test-runner/marked-processes';

const main = fileURLToPath(new URL('../../cloud-api/src/main.ts', import.meta.url));

/** cloud-api as it is deployed: a separate process, configured by its environment and stopped by a signal. */
export interface Program {
  url: string;
  pid: number;
  /** Returns its output so far, of both streams. */
  printed(): string;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
  /** The exit code of the process. */
  ended: Promise<number | null>;
}

/** Returns the lines that are JSON. */
export const logLines = (printed: string): Record<string, unknown>[] =>
  printed
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** @throws Error with its output if it does not open its port */
export async function startProgram(settings: Record<string, string>): Promise<Program> {
  const env = { PATH: process.env['PATH'], [markVariable]: process.env[markVariable], ...compileCache(), ...settings };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const printed = (): string => text;
  const opened = (): unknown => {
    if (child.exitCode !== null) throw new Error(`cloud-api ended with ${child.exitCode}: ${text}`);
    return logLines(text).find(({ msg }) => msg === 'Listening')?.['port'];
  };
  const port = await until('cloud-api opens its port', opened).catch((error: unknown) => {
    // no other code ends this process: it must not outlive the test
    child.kill('SIGKILL');
    throw error;
  });
  return { url: `http://127.0.0.1:${String(port)}`, pid: child.pid!, printed, signal: (name) => void child.kill(name), ended };
}

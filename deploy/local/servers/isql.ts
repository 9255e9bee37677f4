import { spawn } from 'node:child_process';

/** Firebird's command-line client, and where it runs. */
export interface Isql {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/**
 * Runs a script to its end.
 * @throws Error with Firebird's own words at the script's first fault
 */
export function runIsql({ program, env, cwd }: Isql, args: readonly string[], script: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['-q', '-b', ...args], { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let words = '';
    const hear = (chunk: Buffer): void => void (words += chunk.toString());
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    // It ends at the first fault and does not read the rest; its exit code tells.
    child.stdin.on('error', () => undefined);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`isql ended with ${code}: ${words.trim().slice(-2000)}`))));
    child.stdin.end(script);
  });
}

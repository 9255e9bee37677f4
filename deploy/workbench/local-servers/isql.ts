import { spawn } from 'node:child_process';

/** Firebird's command-line client, with its environment and folder. */
export interface Isql {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/**
 * Runs a script to its end.
 * @throws Error with Firebird's own message at the script's first fault
 */
export function runIsql({ program, env, cwd }: Isql, args: readonly string[], script: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['-q', '-b', ...args], { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    // isql ends at the first fault without reading the rest of the script; its exit code shows that
    child.stdin.on('error', () => undefined);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`isql ended with ${code}: ${output.trim().slice(-2000)}`))));
    child.stdin.end(script);
  });
}

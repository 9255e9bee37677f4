import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/**
 * Starts a server from another process and kills that process with -9, leaving the server without a parent.
 * @param script module source; must print the server's pid on its own line once it runs
 * @returns the pid of the orphan
 */
export function makeOrphan(module: string, script: string): Promise<number> {
  const source = `const module = await import(${JSON.stringify(pathToFileURL(module).href)}); ${script}`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let orphan = 0;
    parent.stdout.on('data', (chunk: Buffer) => {
      orphan = Number(chunk.toString());
      parent.kill('SIGKILL');
    });
    parent.once('error', reject);
    parent.once('exit', () => (orphan > 0 ? resolve(orphan) : reject(new Error('The parent ended before its server ran'))));
  });
}

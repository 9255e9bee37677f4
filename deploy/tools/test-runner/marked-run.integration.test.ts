import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { processIdentity } from '@washdesk/local-servers/processes/process-identity';
import { until } from '@washdesk/local-servers/processes/wait';
import { runMarked } from './marked-run.ts';

/** A program that starts a detached, endless one and prints its process id. */
const leaving = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { detached: true, stdio: 'ignore' });
  child.unref();
  console.log(child.pid);`;

describe.runIf(process.platform === 'linux')('a run', () => {
  it('gives back its code and its output', async () => {
    expect(await runMarked(['-e', 'console.log(process.env.GIVEN); process.exitCode = 3'], { env: { GIVEN: 'here' } })).toEqual({
      code: 3,
      output: 'here\n',
      left: [],
    });
  });

  it('ends what its program left running, and says what that was', async () => {
    const { output, left } = await runMarked(['-e', leaving]);
    expect(processIdentity(Number(output))).toBeNull();
    expect(left).toEqual([expect.stringContaining(`${Number(output)} `)]);
  });

  it('ends all of it though it is killed with -9 itself', async () => {
    const module = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'marked-run.ts')).href);
    const staying = JSON.stringify(`${leaving} setInterval(() => undefined, 1000);`);
    const source = `await (await import(${module})).runMarked(['-e', ${staying}], { isShown: true });`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk))));
    expect(processIdentity(pid)).not.toBeNull();
    parent.kill('SIGKILL');
    await until(() => (processIdentity(pid) === null ? true : null), { what: 'what it had started has ended' });
  });
});

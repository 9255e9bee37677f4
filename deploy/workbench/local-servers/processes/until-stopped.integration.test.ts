import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const module = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'until-stopped.ts')).href);

/** Runs a command with the start function `start`, sends it Ctrl-C at its first line, and returns its exit code and output. */
async function interrupted(start: string): Promise<{ code: number; printed: string }> {
  const source = `await (await import(${module})).runUntilStopped(async (onStop) => { ${start} });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stdout.once('data', () => child.kill('SIGINT'));
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

it('Ctrl-C ends a start that hangs', async () => {
  const start = "console.log('starting'); await new Promise(() => setInterval(() => undefined, 1000));";
  expect(await interrupted(start)).toEqual({ code: 130, printed: 'starting\n' });
});

it('Ctrl-C after the start stops what was started', async () => {
  const start = "onStop(async () => console.log('stopped')); setInterval(() => console.log('up'), 50).ref();";
  const { code, printed } = await interrupted(start);
  expect(code).toBe(0);
  expect(printed).toMatch(/up\n(up\n)*stopped\n$/);
});

it('Ctrl-C in the middle of the start stops what was started, the last first', async () => {
  const start = `onStop(async () => console.log('first')); onStop(async () => console.log('second')); console.log('starting');
    await new Promise(() => setInterval(() => undefined, 1000));`;
  expect(await interrupted(start)).toEqual({ code: 0, printed: 'starting\nsecond\nfirst\n' });
});

it('a second Ctrl-C ends a stop that hangs', async () => {
  const start = `onStop(() => { console.log('stopping'); process.kill(process.pid, 'SIGINT'); return new Promise(() => setInterval(() => undefined, 1000)); });
    setInterval(() => undefined, 1000); console.log('up');`;
  expect(await interrupted(start)).toMatchObject({ code: 130 });
});

it('a start that fails says why, and stops what it has started', async () => {
  const start = "onStop(async () => console.log('stopped')); throw new Error('no disk');";
  const { code, printed } = await interrupted(start);
  expect(code).toBe(1);
  expect(printed.split('\n').toSorted()).toEqual(['', 'no disk', 'stopped']);
});

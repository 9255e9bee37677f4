import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { scaledTimeout, timeoutScale } from './timeouts.ts';

const timeouts = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'timeouts.ts')).href);

/** Returns the scaled value in another process, and in a process that it starts. */
function scaledElsewhere(given: string | undefined, ms = 1_000): number[] {
  const print = `const { scaledTimeout } = await import(${timeouts}); console.log(scaledTimeout(${ms}));`;
  const source = `${print} (await import('node:child_process')).spawnSync(process.execPath, ['--eval', ${JSON.stringify(print)}], { stdio: 'inherit' });`;
  const env = { ...process.env, TIMEOUT_SCALE: given };
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { env, encoding: 'utf8' });
  return stdout.trim().split('\n').map(Number);
}

it('a run has one scale, which its processes inherit', () => {
  expect(timeoutScale).toBeGreaterThanOrEqual(1);
  expect(scaledTimeout(1_000)).toBe(Math.ceil(1_000 * timeoutScale));
  expect(scaledElsewhere('3.5')).toEqual([3_500, 3_500]);
});

it('the first process of a run measures it', () => {
  const [first, second] = scaledElsewhere(undefined);
  expect(first).toBeGreaterThanOrEqual(1_000);
  expect(second).toBe(first);
});

it('a hang is reported after ten minutes at most, unless the limit itself is longer than half of that', () => {
  expect(scaledElsewhere('20', 20_000)).toEqual([400_000, 400_000]);
  expect(scaledElsewhere('20', 300_000)).toEqual([600_000, 600_000]);
  expect(scaledElsewhere('20', 900_000)).toEqual([1_800_000, 1_800_000]);
});

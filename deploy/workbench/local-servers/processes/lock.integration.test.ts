import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from './lock.ts';
import { makeOrphan } from './orphan.fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('withLock', () => {
  it('lets one work at a time, and the next after a failure', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
    };
    const failing = withLock(folder, 'seed', 5000, () => Promise.reject(new Error('broken')));
    const others = [withLock(folder, 'seed', 5000, work), withLock(folder, 'seed', 5000, work)];
    await expect(failing).rejects.toThrow('broken');
    await Promise.all(others);
    expect(most).toBe(1);
  });

  it('is free again when its holder was killed', async () => {
    const hold = `module.withLock(${JSON.stringify(folder)}, 'seed', 0, () => new Promise(() => setInterval(() => console.log(process.pid), 50)));`;
    await makeOrphan(path.join(import.meta.dirname, 'lock.ts'), hold);
    expect(await withLock(folder, 'seed', 5000, () => Promise.resolve('done'))).toBe('done');
  });

  it('gives up with the lock’s name', async () => {
    const release = Promise.withResolvers<void>();
    const holding = withLock(folder, 'seed', 5000, () => release.promise);
    await expect(withLock(folder, 'seed', 50, () => Promise.resolve())).rejects.toThrow('seed.lock');
    release.resolve();
    await holding;
  });
});

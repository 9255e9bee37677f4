import { describe, expect, it } from 'vitest';
import type { Program } from '../api/program.ts';
import { CrashableCloud } from './crashable-cloud.ts';

/** Programs that start at once or on release, and end by any signal. */
function programs() {
  const running = new Set<number>();
  const waiting: (() => void)[] = [];
  let started = 0;
  const make = (): Program => {
    const id = (started += 1);
    const end = Promise.withResolvers<number | null>();
    running.add(id);
    const signal = (): void => {
      running.delete(id);
      end.resolve(null);
    };
    return { url: '', pid: 0, printed: () => '', signal, ended: end.promise };
  };
  return {
    running,
    atOnce: async () => make(),
    whenLetGo: () => new Promise<Program>((resolve) => waiting.push(() => resolve(make()))),
    letGo: () => waiting.splice(0).forEach((go) => go()),
  };
}

describe('a cloud that is stopped', () => {
  it('is not started again by a pending kill and start', async () => {
    const { running, atOnce } = programs();
    const cloud = new CrashableCloud({}, 1, atOnce);
    await cloud.start();
    await cloud.kill();
    await cloud.start();
    expect(running.size).toBe(1);
    await cloud.stop();
    await cloud.kill();
    await expect(cloud.start()).rejects.toThrow('was stopped');
    expect(running.size).toBe(0);
  });

  it('is ended though it was just being started', async () => {
    const { running, whenLetGo, letGo } = programs();
    const cloud = new CrashableCloud({}, 1, whenLetGo);
    const start = cloud.start();
    const stop = cloud.stop();
    letGo();
    await Promise.all([start, stop]);
    expect(running.size).toBe(0);
  });

  it('that could not be started has nothing to end', async () => {
    const cloud = new CrashableCloud({}, 1, () => Promise.reject(new Error('no port')));
    await expect(cloud.start()).rejects.toThrow('no port');
    await cloud.stop();
  });
});

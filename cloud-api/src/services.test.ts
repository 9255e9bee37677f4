import { beforeEach, describe, expect, it } from 'vitest';
import { openLog } from './http/log.ts';
import { startServices, type Service } from './services.ts';

const log = openLog('silent');

let said: string[];
beforeEach(() => {
  said = [];
});

const service = (name: string, fails: { start?: Error; stop?: Error } = {}): Service => ({
  async start() {
    await Promise.resolve();
    if (fails.start) throw fails.start;
    said.push(`${name} runs`);
  },
  stop() {
    said.push(`${name} ends`);
    if (fails.stop) throw fails.stop;
  },
});

describe('services', () => {
  it('start in their order and stop in reverse', async () => {
    const stop = await startServices([service('database'), service('worker')], log);
    await stop();
    expect(said).toEqual(['database runs', 'worker runs', 'worker ends', 'database ends']);
  });

  it('are all stopped if one of them cannot be stopped', async () => {
    const stop = await startServices([service('database'), service('worker', { stop: new Error('the database is away') })], log);
    await stop();
    expect(said.slice(2)).toEqual(['worker ends', 'database ends']);
  });

  it('are left after a while if one of them never stops', async () => {
    const hanging: Service = { start: () => undefined, stop: () => new Promise(() => undefined) };
    const stop = await startServices([service('database'), hanging], log);
    await stop(1);
    expect(said).toEqual(['database runs']);
  });

  it('are stopped in reverse where a later one cannot be started, whose error is thrown', async () => {
    const away = new Error('the broker is away');
    const services = [service('database'), service('worker'), service('broker', { start: away }), service('loop')];
    await expect(startServices(services, log)).rejects.toBe(away);
    expect(said).toEqual(['database runs', 'worker runs', 'worker ends', 'database ends']);
  });

  it('are all stopped after a failed start, whichever of them cannot be stopped', async () => {
    const away = new Error('the broker is away');
    const services = [service('database'), service('worker', { stop: new Error('it hangs') }), service('broker', { start: away })];
    await expect(startServices(services, log)).rejects.toBe(away);
    expect(said.slice(2)).toEqual(['worker ends', 'database ends']);
  });
});

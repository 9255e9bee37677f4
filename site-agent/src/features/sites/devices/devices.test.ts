import { describe, expect, it } from 'vitest';
import type { DeviceHealth, HealthListener } from '../../../ports/device.ts';
import type { SiteEvent } from '../../../ports/site-events.ts';
import { noLog } from '../../../testing/support.ts';
import { Devices, type Device } from './devices.ts';

class TestDriver {
  stopped = false;
  started = false;
  #listener: HealthListener = () => undefined;

  start(): void {
    this.started = true;
  }

  stop(): Promise<void> {
    this.stopped = true;
    return Promise.resolve();
  }

  health(): DeviceHealth {
    return { status: 'connecting' };
  }

  onHealth(listener: HealthListener): () => void {
    this.#listener = listener;
    return () => undefined;
  }

  become(health: DeviceHealth): void {
    this.#listener(health);
  }
}

/** Records the published health of devices. */
function rememberHealth(shown: [string, DeviceHealth][]): { publish(event: SiteEvent): void } {
  return { publish: (event) => void (event.kind === 'device' && shown.push([event.source, event.payload.health])) };
}

function device(id: string, driver: TestDriver): Device {
  return { identity: { id, kind: 'gate', name: id, lane: 1 }, driver };
}

describe('devices', () => {
  it('shows each state as it comes', () => {
    const shown: [string, DeviceHealth][] = [];
    const driver = new TestDriver();
    new Devices([device('north', driver)], rememberHealth(shown), noLog).start();
    driver.become({ status: 'ready' });
    expect(shown).toEqual([
      ['north', { status: 'connecting' }],
      ['north', { status: 'ready' }],
    ]);
  });

  it('stops and starts one driver anew, and shows each of its states once', async () => {
    const shown: [string, DeviceHealth][] = [];
    const driver = new TestDriver();
    const devices = new Devices([device('north', driver)], rememberHealth(shown), noLog);
    devices.start();
    driver.started = false;
    expect(await devices.restart('north')).toBe(true);
    expect([driver.stopped, driver.started]).toEqual([true, true]);
    driver.become({ status: 'ready' });
    expect(shown.map(([, { status }]) => status)).toEqual(['connecting', 'connecting', 'ready']);
    expect(await devices.restart('attic')).toBe(false);
  });

  it('restarts one driver once at a time, and not after all were stopped', async () => {
    const steps: string[] = [];
    const driver = new TestDriver();
    driver.start = () => void steps.push('start');
    driver.stop = async () => {
      steps.push('stopping');
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push('stopped');
    };
    const devices = new Devices([device('north', driver)], rememberHealth([]), noLog);
    devices.start();
    await Promise.all([devices.restart('north'), devices.restart('north')]);
    const restart = ['stopping', 'stopped', 'start'];
    expect(steps).toEqual(['start', ...restart, ...restart]);
    steps.length = 0;
    await Promise.all([devices.restart('north'), devices.stop()]);
    expect(await devices.restart('north')).toBe(true);
    expect(steps).not.toContain('start');
  });

  it('shows what others observe of a device that responds, until that is resolved', () => {
    const shown: [string, DeviceHealth][] = [];
    const driver = new TestDriver();
    const devices = new Devices([device('reader', driver)], rememberHealth(shown), noLog);
    devices.start();
    driver.become({ status: 'ready' });
    devices.observe('reader', 'antenna 2 is silent');
    driver.become({ status: 'faulty', problem: 'its report buffer is 90 % full' });
    driver.become({ status: 'offline', problem: 'refuses connections' });
    driver.become({ status: 'ready' });
    devices.observe('reader', null);
    devices.observe('stranger', 'unknown');
    expect(shown.slice(1).map(([, health]) => health)).toEqual([
      { status: 'ready' },
      { status: 'faulty', problem: 'antenna 2 is silent' },
      { status: 'faulty', problem: 'its report buffer is 90 % full; antenna 2 is silent' },
      { status: 'offline', problem: 'refuses connections' },
      { status: 'faulty', problem: 'antenna 2 is silent' },
      { status: 'ready' },
    ]);
  });

  it('starts and stops the others when one cannot', async () => {
    const shown: [string, DeviceHealth][] = [];
    const broken = new TestDriver();
    broken.stop = () => Promise.reject(new Error('stuck'));
    broken.start = () => {
      throw new Error('no such port');
    };
    const sound = new TestDriver();
    const devices = new Devices([device('broken', broken), device('sound', sound)], rememberHealth(shown), noLog);
    devices.start();
    expect(sound.started).toBe(true);
    expect(shown[0]).toEqual(['broken', { status: 'offline', problem: 'Its driver couldn’t start: no such port' }]);
    await devices.stop();
    expect(sound.stopped).toBe(true);
  });
});
